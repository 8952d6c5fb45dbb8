import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { closeDue } from '#avis/write/close-due';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch, type NormaliserOf } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { readsPublications } from '#avis/testing/publications';
import { systemClock } from '#platform/clock';
import { normaliserOf as realNormaliserOf } from '#sources/adapters';
import { type Batch, historyOf } from './history.js';
import { startWriters, type Writers, type WritersOptions } from './writers.js';
import { unarchived } from './verdict.js';

/** What writes during a run. */
export interface Load {
  /** Settles once everything is written and every fault has happened. @returns how many of each kind. */
  done(): Promise<Record<string, number>>;
  /** Brings what is still queued to the read tables, once nothing else is written. */
  drain(): Promise<void>;
  /** Documents that were handed over and are not in the archive. */
  unarchived(): Promise<number>;
  /** What processes said that ended by themselves. */
  crashes(): string[];
  close(): Promise<void>;
}

export interface LoadOptions {
  seed: number;
  notices: number;
  documents: number;
  url: string;
  db: DataSource;
  pool: pg.Pool;
}

const PROCESSES = 4;
const WRITERS_EACH = 4;
const BATCH = 32;
/** Site that every projection of a run links to (writer.js). */
export const SITE_URL = 'https://exemple.fr';
const DRAIN = { clock: systemClock, limit: 500, siteUrl: SITE_URL };

/** BOAMP's documents may be the gazette's own; what writers archive are publications as JSON (worker/adapters.js). */
export const normaliserOf: NormaliserOf = (format) =>
  format === 'rss-item' ? readsPublications : realNormaliserOf(format);

export function historyFor({ seed, notices, documents }: LoadOptions): Generator<Batch, never> {
  return historyOf({ seed, notices, documents, batchSize: BATCH, now: new Date() });
}

/** The 16 writers. */
export function sixteenWriters(options: Omit<WritersOptions, 'processes' | 'each'>): Writers {
  return startWriters({ ...options, processes: PROCESSES, each: WRITERS_EACH });
}

/** 16 writers alone, until the documents are written. */
export function startQuietLoad(options: LoadOptions): Load {
  const { url, db, pool, documents, notices } = options;
  const history = historyFor(options);
  const given: Batch[] = [];
  const next = () => {
    if (given.length * BATCH >= documents) return undefined;
    const { value } = history.next();
    given.push(value);
    return value;
  };
  const writers = sixteenWriters({ databaseUrl: url, next, pause: () => Promise.resolve() });
  return {
    async done() {
      await writers.done;
      return {};
    },
    async drain() {
      await writers.close();
      while ((await normaliseBatch(db, normaliserOf, DRAIN.limit)).done > 0);
      while ((await matchBatch(db, { limit: DRAIN.limit })).done > 0);
      await closeDue(db, { clock: systemClock, limit: notices });
      while ((await projectBatch(db, DRAIN)).done > 0);
    },
    unarchived: () => unarchived(pool, given),
    crashes: () => [...writers.crashes],
    close: () => writers.close(),
  };
}

import type { DataSource } from 'typeorm';
import { type Archived, archiveBatch } from '#avis/write/archive';
import type { Clock } from '#platform/clock';
import type { Collect, HttpClient, Position } from '#sources/adapter';
import type { SourceCode } from '#sources/registry';
import { reasonOf } from './reason.js';
import type { RunLocks } from './run-locks.js';
import {
  closeInterrupted,
  closeRun,
  lastAdresse,
  NOTHING_YET,
  openRun,
  reportProgress,
  type RunCounts,
  type RunOutcome,
} from './run-report.js';

export interface CollectSettings {
  db: DataSource;
  locks: RunLocks;
  source: SourceCode;
  /** Where `collect` reads. */
  adresse: string;
  collect: Collect;
  /** The client of a run that ends with `signal`. */
  http: (signal: AbortSignal) => HttpClient;
  clock: Clock;
  /** First day to collect when the source has no position, YYYY-MM-DD. */
  since: string;
  signal: AbortSignal;
  jobId: string | null;
  /** Told of each batch once it is archived. */
  onArchived: (counts: RunCounts, archived: Archived) => void;
}

export interface RunResult extends RunCounts {
  outcome: RunOutcome;
  reason: string | null;
}

/**
 * One collection run of one source: asks for what is new, archives it batch by batch with the position reached, and
 * reports. What was archived before a failure stays; the next run goes on from there.
 * @returns null when the source is being collected.
 */
export async function collectSource(settings: CollectSettings): Promise<RunResult | null> {
  const { db, source } = settings;
  let result: RunResult | null = null;
  await settings.locks.run(source, async (lost) => {
    await closeInterrupted(db, source);
    const position = await startingPoint(db, source, settings.adresse);
    const id = await openRun(db, source, settings.jobId, settings.adresse);
    const counts: RunCounts = { ...NOTHING_YET, faults: [] };
    const signal = AbortSignal.any([settings.signal, lost]);
    let outcome: RunOutcome = 'succeeded';
    let reason: string | null = null;
    try {
      await collectAll({ ...settings, signal }, position, id, counts);
      signal.throwIfAborted();
    } catch (error) {
      outcome = signal.aborted ? 'interrupted' : 'failed';
      reason = settings.signal.aborted ? 'the worker was stopped' : lost.aborted ? LOCK_LOST : reasonOf(error);
    }
    await closeRun(db, id, counts, outcome, reason);
    result = { ...counts, outcome, reason };
  });
  return result;
}

const LOCK_LOST = 'the session that holds the locks of the runs was lost';

async function collectAll(
  settings: CollectSettings,
  position: Position | null,
  id: string,
  counts: RunCounts,
): Promise<void> {
  const { db, source, signal, since, clock } = settings;
  const http = settings.http(signal);
  for await (const batch of settings.collect({ http, position, since, now: clock.now(), signal })) {
    const archived = await archiveBatch(db, source, batch, clock.now());
    counts.seen += batch.documents.length;
    counts.added += archived.added;
    counts.changed += archived.changed;
    counts.bytes += archived.bytes;
    counts.faults.push(...batch.faults);
    counts.progress = batch.progress;
    counts.position = batch.position;
    counts.first ??= archived.first;
    counts.last = archived.last ?? counts.last;
    await reportProgress(db, id, counts);
    settings.onArchived(counts, archived);
    if (signal.aborted) return;
  }
}

/** Where the previous run ended. A position of another address is another server's: what it means there is nobody's promise. */
async function startingPoint(db: DataSource, source: string, adresse: string): Promise<Position | null> {
  const before = await lastAdresse(db, source);
  if (before !== null && before !== adresse) return null;
  const [row] = await db.query<{ position: Position | null }[]>('select position from write.source where code = $1', [
    source,
  ]);
  return row?.position ?? null;
}

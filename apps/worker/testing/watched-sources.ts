import { setTimeout as sleep } from 'node:timers/promises';
import { SOURCES, type SourceCode } from '#sources/registry';
import type { Collectors } from '../collect/source-plans.js';
import { boampDocument } from './source.js';

/** One run of a source, as the source sees it. Epoch milliseconds. */
export interface Visit {
  source: SourceCode;
  from: number;
  to: number;
}

export interface WatchedSources {
  collectors: Collectors;
  visits: Visit[];
  /** Runs of one source that were under way at the same time, at the most. */
  mostAtOnce(): number;
  /** Documents that BOAMP has published until now. */
  published(): number;
}

/** A run takes some of this long; one in twenty longer than a cadence of a second, so that the next one meets it. */
const USUAL_MS = 200;
const LONG_MS = 1_500;
const LONG_ONE_IN = 20;

/**
 * Eighteen sources that note who visits them, shared by the workers of one process. BOAMP publishes one more document at
 * each visit and shows its last ones again, as real ones do.
 */
export function watchedSources(): WatchedSources {
  const visits: Visit[] = [];
  const underWay = new Map<SourceCode, number>();
  let most = 0;
  let published = 0;
  let nth = 0;
  const collectorOf = (source: SourceCode) =>
    async function* () {
      const visit: Visit = { source, from: Date.now(), to: Number.NaN };
      const now = (underWay.get(source) ?? 0) + 1;
      underWay.set(source, now);
      most = Math.max(most, now);
      try {
        await sleep(++nth % LONG_ONE_IN === 0 ? LONG_MS : (nth * 37) % USUAL_MS);
        const numbers = source === 'boamp' ? lastOnes(++published) : [];
        yield { documents: numbers.map((number) => boampDocument(number)), position: {}, faults: [], progress: 1 };
      } finally {
        underWay.set(source, (underWay.get(source) ?? 1) - 1);
        visit.to = Date.now();
        visits.push(visit);
      }
    };
  return {
    collectors: new Map(SOURCES.map(({ code }) => [code, collectorOf(code)])),
    visits,
    mostAtOnce: () => most,
    published: () => published,
  };
}

function lastOnes(newest: number): number[] {
  return [newest - 2, newest - 1, newest].filter((number) => number > 0);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { RUN_LOCKS } from './run-locks.js';

export interface Patience {
  /** Longest wait, in milliseconds. */
  withinMs: number;
  /** Between two looks, in milliseconds. */
  everyMs: number;
  signal: AbortSignal;
}

/** What was still under way when the wait ended: nothing, unless it had lasted too long. */
export interface StillUnderWay {
  /** Sources whose run goes on. */
  sources: string[];
  /** Archived documents not yet normalised. */
  documents: number;
  /** Notices not yet folded and matched, those apart that our own code failed on. */
  avis: number;
}

/**
 * Waits for the collection runs under way now, then for what is archived by then to be normalised, folded and matched.
 * What begins meanwhile is not waited for, or a busy hour would have no end.
 * @throws the signal's reason when it is stopped.
 */
export async function awaitIngestion(db: DataSource, patience: Patience): Promise<StillUnderWay> {
  const until = performance.now() + patience.withinMs;
  const runs = new Set((await runsUnderWay(db)).map(({ id }) => id));
  let sources: string[] = [];
  await waitFor(patience, until, async () => {
    sources = (await runsUnderWay(db)).filter(({ id }) => runs.has(id)).map(({ source }) => source);
    return sources.length;
  });
  const [queue] = await db.query<{ newest: string | null }[]>(
    'select max(document_id) as newest from write.a_normaliser',
  );
  const documents = await waitFor(patience, until, () =>
    count(db, 'write.a_normaliser where document_id <= $1', queue?.newest ?? '0'),
  );
  const [clock] = await db.query<{ now: string }[]>('select clock_timestamp()::text as now');
  const avis = await waitFor(patience, until, () =>
    count(db, 'write.a_apparier where since <= $1 and error is null', clock?.now ?? ''),
  );
  return { sources, documents, avis };
}

/** Looks until nothing is left or the time is up. @returns how much is left. */
async function waitFor({ everyMs, signal }: Patience, until: number, look: () => Promise<number>): Promise<number> {
  for (;;) {
    signal.throwIfAborted();
    const left = await look();
    const remaining = until - performance.now();
    if (left === 0 || remaining <= 0) return left;
    await sleep(Math.min(everyMs, remaining), undefined, { signal });
  }
}

async function count(db: DataSource, rows: string, upTo: string): Promise<number> {
  const [row] = await db.query<{ n: number }[]>(`select count(*)::int as n from ${rows}`, [upTo]);
  return row?.n ?? 0;
}

/** A report without end whose lock is free is that of a worker which was killed. */
async function runsUnderWay(db: DataSource): Promise<{ id: string; source: string }[]> {
  return db.query(
    `select r.id, r.source from write.run r
     where r.ended_at is null and exists (
       select from pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 2
         and l.database = (select oid from pg_database where datname = current_database())
         and l.classid = $1::oid and l.objid = (hashtext(r.source)::bigint & 4294967295)::oid
     ) order by r.source`,
    [RUN_LOCKS],
  );
}

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
}

/**
 * Waits for the collection runs under way now, then for what is archived by then to be normalised. What begins meanwhile
 * is not waited for, or a busy hour would have no end.
 * @throws the signal's reason when it is stopped.
 */
export async function awaitIngestion(db: DataSource, patience: Patience): Promise<StillUnderWay> {
  const until = performance.now() + patience.withinMs;
  const runs = new Set((await runsUnderWay(db)).map(({ id }) => id));
  const sources = await waitFor(patience, until, async () =>
    (await runsUnderWay(db)).filter(({ id }) => runs.has(id)).map(({ source }) => source),
  );
  const newest = await newestDocument(db);
  const documents = await waitFor(patience, until, () => documentsUpTo(db, newest));
  return { sources, documents: documents.length };
}

/** Looks until nothing is left or the time is up. @returns what is left. */
async function waitFor<T>({ everyMs, signal }: Patience, until: number, look: () => Promise<T[]>): Promise<T[]> {
  for (;;) {
    signal.throwIfAborted();
    const left = await look();
    const remaining = until - performance.now();
    if (left.length === 0 || remaining <= 0) return left;
    await sleep(Math.min(everyMs, remaining), undefined, { signal });
  }
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

async function newestDocument(db: DataSource): Promise<string | null> {
  const [row] = await db.query<{ id: string | null }[]>('select max(document_id) as id from write.a_normaliser');
  return row?.id ?? null;
}

async function documentsUpTo(db: DataSource, newest: string | null): Promise<unknown[]> {
  return newest === null ? [] : db.query('select 1 from write.a_normaliser where document_id <= $1', [newest]);
}

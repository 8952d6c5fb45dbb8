import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FAULT_POINTS } from '#platform/faults/fault-point';
import type { EmbeddedPostgres } from '#platform/postgres/embedded';
import type { TestRedis } from '#platform/testing/redis';
import type { ApiProcess } from './api-process.js';
import { until } from '../runs.js';
import { flushRedis, type OracleQueue } from './queue-faults.js';
import type { Workers } from './workers.js';

export interface FaultTargets {
  postgres: EmbeddedPostgres;
  databaseUrl: string;
  pool: pg.Pool;
  workers: Workers;
  queue: OracleQueue;
  apis: readonly ApiProcess[];
  redis: TestRedis | null;
}

const PATIENCE_MS = 180_000;

type Fault = [name: string, run: () => Promise<unknown>];

/** Every kind of fault, in an order that mixes them: 34, or 30 without Redis. */
export function faultsOf({ postgres, databaseUrl, pool, workers, queue, apis, redis }: FaultTargets): Fault[] {
  const kills = [1, 2, 3].flatMap(() =>
    FAULT_POINTS.map((point): Fault => [
      `worker ${point}`,
      async () => {
        // A job that Redis lost when it was emptied goes on, and no queue holds it any more: then another one is killed.
        while (!(await queue.holds(await workers.killAt(point, () => queue.wake()))));
      },
    ]),
  );
  const severed = Array.from({ length: 9 }, (): Fault => ['connections severed', () => sever(databaseUrl)]);
  const restarts: Fault[] = (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const).map((signal) => [
    `PostgreSQL ended by ${signal}`,
    () => restart(postgres, signal),
  ]);
  const apiKills = [0, 1, 0].map((which): Fault => ['kill -9 API', () => Promise.resolve(apis[which]?.kill())]);
  const lost: Fault[] =
    redis === null
      ? []
      : [1, 2].flatMap(() => [
          ['Redis flushed', () => collectionResumes(pool, () => flushRedis(redis.url))],
          ['Redis killed, back empty', () => collectionResumes(pool, () => restartRedis(redis))],
        ]);
  return interleave([kills, severed, restarts, apiKills, lost]);
}

/**
 * Runs one fault each time another share of the work is done.
 * @param progress share of the work done, 0 to 1, told at which share the next fault is due. @returns how many of each kind happened.
 */
export async function injectFaults(
  faults: readonly Fault[],
  progress: (due: number) => Promise<number>,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [index, [name, run]] of faults.entries()) {
    const due = (index + 1) / (faults.length + 2);
    while ((await progress(due)) < due) await sleep(100);
    await within(PATIENCE_MS, name, run());
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** A fault that does not come about fails the run and says which it was. */
async function within(ms: number, name: string, fault: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  const late = sleep(ms, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`waited in vain for the fault: ${name}`);
  });
  try {
    await Promise.race([fault, late]);
  } finally {
    limit.abort();
    late.catch(() => undefined);
  }
}

/** Ends sessions in the middle of a statement, or of a transaction, writers' and readers' alike. */
async function sever(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' order by random() limit 4`,
  );
  await client.end();
}

async function restart(postgres: EmbeddedPostgres, signal: NodeJS.Signals): Promise<void> {
  const before = postgres.pid();
  process.kill(before, signal);
  while (postgres.pid() === before) await sleep(50);
}

async function restartRedis(redis: TestRedis): Promise<void> {
  await redis.stop();
  await redis.start();
}

/** Loses the queue and its schedules: the workers put them back by themselves. */
async function collectionResumes(pool: pg.Pool, lose: () => Promise<void>): Promise<void> {
  await lose();
  const lost = new Date();
  await until(pool, 'exists (select from write.run where started_at > $1)', [lost], PATIENCE_MS);
}

/** Spreads each list evenly over the whole. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

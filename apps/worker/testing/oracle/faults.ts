import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { FAULT_POINTS } from '#platform/faults/fault-point';
import type { EmbeddedPostgres } from '#platform/postgres/embedded';
import type { TestRedis } from '#platform/testing/redis';
import type { ApiProcess } from './api-process.js';
import type { Writers } from './writers.js';

export interface FaultTargets {
  postgres: EmbeddedPostgres;
  databaseUrl: string;
  writers: Writers;
  apis: readonly ApiProcess[];
  redis: TestRedis | null;
}

/** @returns false when it came too late to happen. */
type Fault = [name: string, run: () => Promise<unknown>];

/** Every kind of fault, in an order that mixes them: 33, or 30 without Redis. */
export function faultsOf({ postgres, databaseUrl, writers, apis, redis }: FaultTargets): Fault[] {
  const kills = [1, 2, 3].flatMap(() =>
    FAULT_POINTS.map((point): Fault => [`kill -9 ${point}`, () => writers.killAt(point)]),
  );
  const severed = Array.from({ length: 9 }, (): Fault => ['connections severed', () => sever(databaseUrl)]);
  const restarts: Fault[] = (['SIGINT', 'SIGQUIT', 'SIGKILL'] as const).map((signal) => [
    `PostgreSQL ended by ${signal}`,
    () => restart(postgres, signal),
  ]);
  const apiKills = [0, 1, 0].map((which): Fault => ['kill -9 API', () => Promise.resolve(apis[which]?.kill())]);
  const flushes = redis === null ? [] : [1, 2, 3].map((): Fault => ['Redis lost', () => restartRedis(redis)]);
  return interleave([kills, severed, restarts, apiKills, flushes]);
}

/** Runs one fault each time the writers have done another share of their work. @returns how many of each kind. */
export async function injectFaults(faults: readonly Fault[], writers: Writers): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [index, [name, run]] of faults.entries()) {
    while (writers.progress() < (index + 1) / (faults.length + 2)) await sleep(20);
    if ((await run()) !== false) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
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

/** Spreads each list evenly over the whole. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, at: (index + 0.5) / list.length })))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { closeDue } from '#avis/write/close-due';
import { systemClock } from '#platform/clock';
import type { EmbeddedPostgres } from '#platform/postgres/embedded';
import type { TestRedis } from '#platform/testing/redis';
import { until } from '../runs.js';
import type { ApiProcess } from './api-process.js';
import { startBoampSource } from './boamp-source.js';
import { faultsOf, injectFaults } from './faults.js';
import type { Batch } from './history.js';
import { historyFor, type Load, type LoadOptions, SITE_URL, sixteenWriters } from './load.js';
import { openQueue } from './queue-faults.js';
import { unarchived } from './verdict.js';
import { startWorkers } from './workers.js';

export interface DisturbedLoadOptions extends LoadOptions {
  postgres: EmbeddedPostgres;
  redis: TestRedis | null;
  apis: readonly ApiProcess[];
  /** The run goes on until so many changes are stamped. */
  changes: number;
}

const WORKERS = 2;
/** Share of the changes by which the writers may be ahead of the faults, and how long each waits then between batches. */
const AHEAD = 0.1;
const AHEAD_PAUSE_MS = 5_000;
const RECENT_MS = 1_000;
const PATIENCE_MS = 120_000;

/**
 * 16 writers and two real workers under faults. BOAMP's part of the history is published by an HTTP source, from which
 * the workers collect it; the workers also normalise and project what the writers archive, and the other way round.
 */
export async function startDisturbedLoad(options: DisturbedLoadOptions): Promise<Load> {
  const { url, db, pool, redis, notices } = options;
  const history = historyFor(options);
  const given: Batch[] = [];
  const boamp = await startBoampSource();
  let over = false;
  const next = () => {
    while (!over) {
      const { value } = history.next();
      if (value.source === 'boamp') {
        boamp.publish(value.publications);
        continue;
      }
      given.push(value);
      return value;
    }
    return undefined;
  };
  const progress = progressOf(pool, options.changes);
  const faults = { share: 0 };
  // Writers that are ahead of the faults leave the machine to the workers that start again.
  const pause = async () => {
    if (!over && (await progress.recent()) > faults.share + AHEAD) await sleep(AHEAD_PAUSE_MS);
  };
  const writers = sixteenWriters({ databaseUrl: url, next, pause });
  const workers = startWorkers(
    {
      DATABASE_URL: url,
      ...(redis === null ? {} : { REDIS_URL: redis.url }),
      SITE_URL,
      BOAMP_URL: boamp.url,
      // No other source is there.
      FEEDS_URL: 'http://127.0.0.1:1',
      COLLECT_SIMULATED_SECONDS: '1',
      COLLECT_DAYS: '2',
      WORKER_POOL_SIZE: '6',
    },
    WORKERS,
  );
  const queue = openQueue({ redisUrl: redis?.url ?? null, databaseUrl: url });
  return {
    async done() {
      const all = faultsOf({ ...options, databaseUrl: url, workers, queue });
      const counts = await injectFaults(all, async (share) => {
        faults.share = share;
        return progress.look();
      });
      faults.share = 1;
      while ((await progress.look()) < 1) await sleep(200);
      over = true;
      await writers.done;
      await writers.close();
      return counts;
    },
    /** By the workers alone. */
    async drain() {
      for (const limit = Date.now() + PATIENCE_MS; (await boamp.unarchived(pool)) > 0;) {
        if (Date.now() > limit) throw new Error('the workers do not collect what BOAMP published');
        await sleep(200);
      }
      await until(pool, 'not exists (select from write.a_normaliser)', [], PATIENCE_MS);
      await until(pool, 'not exists (select from write.a_apparier)', [], PATIENCE_MS);
      await closeDue(db, { clock: systemClock, limit: notices });
      await queue.wake();
      await until(pool, 'not exists (select from write.a_projeter)', [], PATIENCE_MS);
      await workers.close();
    },
    unarchived: async () => (await unarchived(pool, given)) + (await boamp.unarchived(pool)),
    crashes: () => [...writers.crashes, ...workers.crashes],
    async close() {
      await Promise.all([writers.close(), workers.close()]);
      await queue.close();
      await boamp.close();
    },
  };
}

/** Share of the changes stamped; while the database is away, that of the last look. */
function progressOf(pool: pg.Pool, changes: number) {
  const state = { share: 0, at: 0 };
  async function look(): Promise<number> {
    state.at = performance.now();
    const looked = await pool.query<{ n: number }>('select count(*)::int as n from write.historique').catch(() => null);
    const stamped = looked?.rows[0]?.n;
    if (stamped !== undefined) state.share = stamped / changes;
    return state.share;
  }
  /** At most this old. */
  const recent = () => (performance.now() - state.at < RECENT_MS ? Promise.resolve(state.share) : look());
  return { look, recent };
}

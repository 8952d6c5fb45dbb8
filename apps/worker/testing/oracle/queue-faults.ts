import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { backendOf, type QueueAddress } from '#platform/queue/backend';
import { QUEUE_NAME } from '#platform/queue/job-queue';
import type { Death } from './workers.js';

/** The workers' queue as the oracle sees and damages it. */
export interface OracleQueue {
  /** Whether the job is still held by the worker that died in it: taken, and not ended. */
  holds(death: Death): Promise<boolean>;
  /** Asks the workers to match and project what is queued. */
  wake(): Promise<void>;
  close(): Promise<void>;
}

export function openQueue(address: QueueAddress): OracleQueue {
  const { factory, connection } = backendOf(address);
  const queue = new Queue(QUEUE_NAME, { connection }, factory);
  queue.on('error', () => undefined);
  return {
    holds: async ({ id }) => (await queue.getJobState(id)) === 'active',
    async wake() {
      for (const stage of ['match', 'project']) await queue.add(stage, {}, { removeOnComplete: true });
    },
    close: () => queue.close(),
  };
}

const BURST = 300;
/** Empties Redis at an instant at which jobs are waiting. @returns how many were. */
const FLUSH = `local waiting = redis.call('llen', KEYS[1]) if waiting > 0 then redis.call('flushall') end return waiting`;

/** FLUSHALL on the living Redis while jobs are waiting to be taken. */
export async function flushRedis(url: string): Promise<void> {
  const queue = new Queue(QUEUE_NAME, { connection: { url } });
  const redis = new Redis(url);
  try {
    const jobs = Array.from({ length: BURST }, () => ({ name: 'project', data: {}, opts: { removeOnComplete: true } }));
    let lost = 0;
    do {
      await queue.addBulk(jobs);
      lost = Number(await redis.eval(FLUSH, 1, `bull:${QUEUE_NAME}:wait`));
    } while (lost === 0);
  } finally {
    redis.disconnect();
    await queue.close();
  }
}

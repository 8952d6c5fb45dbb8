import type { JobQueue } from '#platform/queue/job-queue';
import type { FactPart } from './fact-part.js';

const PATIENCE_MS = 2_000;

/** What waits in the queue. A Redis that is away is asked once, however long it stays away. */
export function queue(jobs: Pick<JobQueue, 'counts'>): FactPart {
  let underWay: Promise<Record<string, number>> | null = null;
  return {
    name: 'queue',
    everyMs: 15_000,
    metrics: [
      {
        name: 'marches_queue_jobs',
        help: 'Jobs of the queue by state (BullMQ); absent while it cannot be reached.',
        kind: 'gauge',
        labels: ['state'],
      },
    ],
    async ask() {
      underWay ??= jobs.counts().finally(() => (underWay = null));
      const counts = await Promise.race([underWay, afterPatience()]);
      return { marches_queue_jobs: Object.entries(counts).map(([state, n]) => [n, { state }]) };
    },
  };
}

function afterPatience(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`the queue did not answer within ${PATIENCE_MS} ms`)), PATIENCE_MS).unref();
  });
}

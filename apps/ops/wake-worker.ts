import type { JobData, JobName } from '#platform/queue/job-names';
import { JobQueue } from '#platform/queue/job-queue';
import { Refusal } from './refusal.js';
import type { Session } from './session.js';

/** Says "now" to the workers. @returns the job's id. @throws Refusal when the queue does not answer. */
export async function wakeWorker(session: Session, job: JobName, data: JobData = {}): Promise<string> {
  const { redisUrl } = session.configuration();
  const errors: Error[] = [];
  const address = { redisUrl, databaseUrl: await session.databaseUrl() };
  const queue = new JobQueue(address, (error) => errors.push(error), 'refuse');
  try {
    return await queue.wake(job, data);
  } catch (error) {
    throw new Refusal(`The queue does not answer (${String(errors[0] ?? error)}): is REDIS_URL right?`);
  } finally {
    await queue.close();
  }
}

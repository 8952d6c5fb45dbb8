import { JOB_NAMES, type JobName } from '#platform/queue/job-names';
import type { Job } from './job.js';

/** The handler of each job. @throws when a job has none, or two: a worker must not start and silently leave work undone. */
export function registryOf(jobs: readonly Job[]): ReadonlyMap<JobName, Job> {
  const registry = new Map<JobName, Job>();
  for (const job of jobs) {
    if (registry.has(job.name)) throw new Error(`The job "${job.name}" has two handlers (apps/worker/jobs)`);
    registry.set(job.name, job);
  }
  const missing = JOB_NAMES.filter((name) => !registry.has(name));
  if (missing.length > 0) throw new Error(`No handler for the job "${missing.join('", "')}" (apps/worker/jobs)`);
  return registry;
}

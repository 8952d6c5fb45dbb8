import type { JobName } from '#platform/queue/job-names';
import type { Schedule } from '#platform/queue/job-queue';
import type { JobProgress } from '#platform/queue/job-runner';

const ATTEMPTS = 4;
const BACKOFF_MS = 60_000;

/** The schedule of a job that reads files of a register. @param everySeconds null: never by itself. */
export function importSchedules(job: JobName, everySeconds: number | null): Schedule[] {
  if (everySeconds === null) return [];
  return [{ id: job, job, data: {}, everyMs: everySeconds * 1000, attempts: ATTEMPTS, backoffMs: BACKOFF_MS }];
}

/**
 * How far the reading of a file has come.
 * @param started of `performance.now`. @param lus records. @param octets bytes taken, of `total` when it is known.
 */
export function importProgress(
  started: number,
  { lus, octets, total }: { lus: number; octets: number; total: number | null },
): JobProgress {
  const seconds = Math.max(0.001, (performance.now() - started) / 1000);
  const share = total === null || total === 0 ? null : Math.min(1, octets / total);
  return { share, documents: lus, per_second: Math.round(lus / seconds) };
}

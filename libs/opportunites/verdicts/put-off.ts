import type { EvaluationFault } from './modele.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * How long an evaluation waits that failed, in milliseconds. A service that fails may answer in a minute; a model that
 * refuses a notice, or cannot say what it is asked, will hardly do better tomorrow, and each try is paid for.
 * @param attempts earlier evaluations of the same that failed.
 */
export function putOffMs({ reason, status }: EvaluationFault, attempts: number): number {
  const isOfTheNotice =
    reason === 'malformed' || reason === 'refused' || reason === 'too_large' || status === 400 || status === 422;
  return isOfTheNotice
    ? Math.min(DAY_MS * 2 ** attempts, 16 * DAY_MS)
    : Math.min(MINUTE_MS * 2 ** attempts, DAY_MS / 4);
}

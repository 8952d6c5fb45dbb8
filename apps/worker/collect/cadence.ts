/** Missed collections before a source counts as late. */
const LATE_AFTER = 2;
/** A cadence of some seconds is a demonstration's: a run of its own takes longer than two of them now and then. */
const LEAST_SECONDS = 60;

/** Seconds after a successful collection within which the next one should have succeeded. */
export function dueAfterSeconds(cadenceSeconds: number): number {
  return Math.max(LEAST_SECONDS, cadenceSeconds * LATE_AFTER);
}

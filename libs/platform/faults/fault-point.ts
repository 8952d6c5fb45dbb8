/** Boundaries of the stages at which a test kills the process: what a crash there must not lose. */
export const FAULT_POINTS = ['after-archive', 'after-fold', 'before-stamp', 'after-stamp', 'after-commit'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

let armed: { point: FaultPoint; passes: number } | null = null;

/**
 * For tests only: the process dies as by `kill -9` when it reaches a boundary. Nothing in the service arms one.
 * @param passes how many times it is reached, the fatal one included.
 */
export function armFault(point: FaultPoint, passes = 1): void {
  armed = { point, passes };
}

/** A named boundary: nothing, unless a test armed it. */
export function faultPoint(point: FaultPoint): void {
  if (armed?.point !== point) return;
  armed.passes -= 1;
  if (armed.passes <= 0) process.kill(process.pid, 'SIGKILL');
}

/** Boundaries of the stages at which a test kills the process: what a crash there must not lose. */
export const FAULT_POINTS = ['after-archive', 'after-fold', 'before-stamp', 'after-stamp', 'after-commit'] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

export interface FaultOptions {
  /** How many times the boundary is reached, the fatal one included. */
  passes?: number;
  /** Passes that do not count: those for which this is false. */
  when?: () => boolean;
  /** Last words, before the process dies: whatever it says must be said synchronously. */
  farewell?: () => void;
}

let armed: ({ point: FaultPoint } & Required<FaultOptions>) | null = null;

/** For tests only: the process dies as by `kill -9` when it reaches a boundary. Nothing in the service arms one. */
export function armFault(
  point: FaultPoint,
  { passes = 1, when = () => true, farewell = () => undefined }: FaultOptions = {},
): void {
  armed = { point, passes, when, farewell };
}

/** For tests only: the process lives on. */
export function disarmFault(): void {
  armed = null;
}

/** A named boundary: nothing, unless a test armed it. */
export function faultPoint(point: FaultPoint): void {
  if (armed?.point !== point || !armed.when()) return;
  armed.passes -= 1;
  if (armed.passes > 0) return;
  armed.farewell();
  process.kill(process.pid, 'SIGKILL');
}

/** Told as a deduction goes on: which step, how much of it is done. Steps follow each other in this order. */
export type OnStep = (step: DeductionStep, done: number, total: number) => void;

export const DEDUCTION_STEPS = ['mentions', 'names', 'register', 'deduction', 'attachment'] as const;
export type DeductionStep = (typeof DEDUCTION_STEPS)[number];

/** What every step is given. */
export interface StepContext {
  onStep: OnStep;
  /** Aborted when the process stops: a step ends between two pages. */
  signal: AbortSignal;
}

/** The time, injectable: rules that depend on it take a `Clock` or an instant, never `new Date()`. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

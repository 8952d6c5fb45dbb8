import { setTimeout as pause } from 'node:timers/promises';

/** Requests to a model follow each other at an even pace, never faster than so many a minute. */
export class Pace {
  readonly #everyMs: number;
  #next = 0;

  constructor(perMinute: number) {
    this.#everyMs = 60_000 / perMinute;
  }

  /** Waits for one's turn, or until the signal. */
  async turn(signal: AbortSignal): Promise<void> {
    const now = performance.now();
    const turn = Math.max(now, this.#next);
    this.#next = turn + this.#everyMs;
    if (turn > now) await pause(turn - now, undefined, { signal }).catch(() => undefined);
  }
}

import type { EvaluationFault } from './modele.js';

const FAULTS_IN_A_ROW = 3;
const FIRST_REST_MS = 60_000;
const LONGEST_REST_MS = 30 * 60_000;
/** Longer than that a service does not keep us away, whatever it says. */
const LONGEST_ASKED_MS = 6 * 60 * 60_000;
/** A wrong key, name or address: nothing that the next notice changes. */
const WRONG_SETTINGS: ReadonlySet<number> = new Set([401, 402, 403, 404, 405]);

/** When a model that fails is left alone, and how long: twice as long each time, until it answers. */
export class Rest {
  #until = 0;
  #faults = 0;
  #rests = 0;

  isOver(now: number): boolean {
    return now >= this.#until;
  }

  answered(): void {
    this.#faults = 0;
    this.#rests = 0;
  }

  /** @returns how long it rests now, in milliseconds; null when it is asked on. */
  failed(fault: EvaluationFault, now: number): number | null {
    this.#faults += 1;
    const hopeless = fault.status !== null && WRONG_SETTINGS.has(fault.status);
    if (fault.retryAfterMs === null && !hopeless && this.#faults < FAULTS_IN_A_ROW) return null;
    const own = hopeless ? LONGEST_REST_MS : Math.min(FIRST_REST_MS * 2 ** this.#rests, LONGEST_REST_MS);
    const rest = Math.max(own, Math.min(fault.retryAfterMs ?? 0, LONGEST_ASKED_MS));
    this.#rests += 1;
    this.#faults = 0;
    this.#until = now + rest;
    return rest;
  }
}

import { setTimeout as sleep } from 'node:timers/promises';

/** Runs the tasks of one lane one after the other, in the order they came. */
export class Lanes {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** @param pauseMs time between the end of this task and the start of the lane's next one. */
  run<T>(lane: string, pauseMs: number, task: () => Promise<T>): Promise<T> {
    const turn = (this.#tails.get(lane) ?? Promise.resolve()).then(task);
    const tail = turn
      .catch(() => undefined)
      // Nobody is kept alive by a pause that nobody waits for.
      .then(() => (pauseMs > 0 ? sleep(pauseMs, undefined, { ref: false }) : undefined));
    this.#tails.set(lane, tail);
    void tail.then(() => {
      if (this.#tails.get(lane) === tail) this.#tails.delete(lane);
    });
    return turn;
  }
}

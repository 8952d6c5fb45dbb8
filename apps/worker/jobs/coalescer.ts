/** Lets each key run once at a time in this process. */
export class Coalescer {
  readonly #busy = new Set<string>();
  readonly #again = new Set<string>();

  /**
   * Runs `task`, or, when its key runs already, has it run once more afterwards (`again`) or not at all (`skip`).
   * However often it is asked for meanwhile, it is once more.
   */
  async run(key: string, whenBusy: 'again' | 'skip', task: () => Promise<void>): Promise<void> {
    if (this.#busy.has(key)) {
      if (whenBusy === 'again') this.#again.add(key);
      return;
    }
    this.#busy.add(key);
    try {
      do {
        this.#again.delete(key);
        await task();
      } while (this.#again.has(key));
    } finally {
      this.#busy.delete(key);
    }
  }
}

/** Runs tasks of the same host one after the other, in the order they came. */
export class HostQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  run<T>(url: string, task: () => Promise<T>): Promise<T> {
    const host = new URL(url).host;
    const turn = (this.#tails.get(host) ?? Promise.resolve()).then(task, task);
    const tail = turn.catch(() => undefined);
    this.#tails.set(host, tail);
    void tail.then(() => {
      if (this.#tails.get(host) === tail) this.#tails.delete(host);
    });
    return turn;
  }
}

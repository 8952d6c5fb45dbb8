interface Waiting<A, R> {
  ask: A;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs what is asked of one subject one group at a time: what comes while a group is under way waits, and goes together
 * next. Requests of one account would wait for each other's commit in the database anyway; so they share it.
 */
export class Grouped<A, R> {
  /** By subject: those who wait for the group under way. */
  private readonly waiting = new Map<string, Waiting<A, R>[]>();

  /** @param run gives a result for each ask, in their order, or fails for all of them. */
  constructor(private readonly run: (asks: readonly [A, ...A[]]) => Promise<readonly R[]>) {}

  /** @throws what `run` throws for its group, or for the group that it waited for. */
  ask(subject: string, ask: A): Promise<R> {
    return new Promise((resolve, reject) => {
      const one = { ask, resolve, reject };
      const waiting = this.waiting.get(subject);
      if (waiting === undefined) void this.runGroups(subject, one);
      else waiting.push(one);
    });
  }

  private async runGroups(subject: string, first: Waiting<A, R>): Promise<void> {
    let group = [first];
    for (let [head, ...others] = group; head !== undefined; [head, ...others] = group) {
      const next: Waiting<A, R>[] = [];
      this.waiting.set(subject, next);
      try {
        const results = await this.run([head.ask, ...others.map(({ ask }) => ask)]);
        group.forEach(({ resolve }, n) => resolve(results[n] as R));
        group = next;
      } catch (error) {
        // Who waited would wait as long again for the same failure.
        for (const { reject } of [...group, ...next]) reject(error);
        break;
      }
    }
    this.waiting.delete(subject);
  }
}

import pg from 'pg';

/** Space of two-key advisory locks (libs/avis/write/locks.ts has the others). */
export const RUN_LOCKS = 730_197;

/** A run under way, or about to be. */
interface Held {
  /** That has its lock; null until it is given. */
  session: pg.Client | null;
  lost: AbortController;
}

/**
 * One run of a source at a time, over all workers of a database. All runs of a process hold their locks on one session of
 * its own: a session each would take the pool from the work itself, and eighteen runs would wait for each other for ever.
 * A lock ends with the session, so a kill frees it.
 */
export class RunLocks {
  #session: Promise<pg.Client> | null = null;
  #current: pg.Client | null = null;
  #last: Promise<unknown> = Promise.resolve();
  readonly #held = new Map<string, Held>();

  constructor(private readonly databaseUrl: string) {}

  /**
   * @param task its signal aborts when the session is lost: the lock is then another worker's to take.
   * @returns false, without running it, when the source is being collected.
   */
  async run(source: string, task: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.#held.has(source)) return false;
    const held: Held = { session: null, lost: new AbortController() };
    // Before the first wait: the session gives itself the same lock twice.
    this.#held.set(source, held);
    try {
      const session = await this.#take(source);
      if (session === null) return false;
      held.session = session;
      if (this.#current !== session) held.lost.abort();
      try {
        await task(held.lost.signal);
      } finally {
        // A session that was lost meanwhile has lost the lock with it.
        await this.#ask(session, 'pg_advisory_unlock', source).catch(() => undefined);
      }
      return true;
    } finally {
      this.#held.delete(source);
    }
  }

  /** @returns the session that holds the lock; null when another run does. */
  async #take(source: string): Promise<pg.Client | null> {
    const session = await this.#open();
    try {
      return (await this.#ask(session, 'pg_try_advisory_lock', source)) ? session : null;
    } catch {
      // Severed since its last use, and not yet known to be: what it held is lost, a new one asks again.
      this.#lose(session);
      void session.end().catch(() => undefined);
      const next = await this.#open();
      return (await this.#ask(next, 'pg_try_advisory_lock', source)) ? next : null;
    }
  }

  #lose(session: pg.Client): void {
    if (this.#current !== session) return;
    this.#current = null;
    this.#session = null;
    for (const held of this.#held.values()) if (held.session === session) held.lost.abort();
  }

  /** One statement at a time, as the driver wants it. */
  #ask(session: pg.Client, what: 'pg_try_advisory_lock' | 'pg_advisory_unlock', source: string): Promise<boolean> {
    const answer = this.#last.then(async () => {
      const { rows } = await session.query<{ yes: boolean }>(`select ${what}($1, hashtext($2)) as yes`, [
        RUN_LOCKS,
        source,
      ]);
      return rows[0]?.yes === true;
    });
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  async close(): Promise<void> {
    const session = await this.#session?.catch(() => null);
    await session?.end();
  }

  #open(): Promise<pg.Client> {
    this.#session ??= this.#connect().catch((error: unknown) => {
      this.#session = null;
      throw error;
    });
    return this.#session;
  }

  async #connect(): Promise<pg.Client> {
    const session = new pg.Client({
      connectionString: this.databaseUrl,
      application_name: 'marches-runs',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    session.on('error', () => this.#lose(session));
    session.on('end', () => this.#lose(session));
    await session.connect();
    this.#current = session;
    return session;
  }
}

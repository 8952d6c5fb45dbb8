import pg from 'pg';

/** Space of two-key advisory locks (libs/avis/write/locks.ts has the others). */
export const RUN_LOCKS = 730_197;

/**
 * One run of a source at a time, over all workers of a database. All runs of a process hold their locks on one session of
 * its own: a session each would take the pool from the work itself, and eighteen runs would wait for each other for ever.
 * A lock ends with the session, so a kill frees it.
 */
export class RunLocks {
  #session: Promise<pg.Client> | null = null;
  #current: pg.Client | null = null;
  #last: Promise<unknown> = Promise.resolve();
  readonly #held = new Map<string, AbortController>();

  constructor(private readonly databaseUrl: string) {}

  /**
   * @param task its signal aborts when the session is lost: the lock is then another worker's to take.
   * @returns false, without running it, when the source is being collected.
   */
  async run(source: string, task: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
    if (this.#held.has(source)) return false;
    const held = new AbortController();
    // Before the first wait: the session gives itself the same lock twice.
    this.#held.set(source, held);
    try {
      const session = await this.#open();
      if (!(await this.#ask(session, 'pg_try_advisory_lock', source))) return false;
      try {
        await task(held.signal);
      } finally {
        // A session that was lost meanwhile has lost the lock with it.
        await this.#ask(session, 'pg_advisory_unlock', source).catch(() => undefined);
      }
      return true;
    } finally {
      this.#held.delete(source);
    }
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
    const lose = () => {
      if (this.#current !== session) return;
      this.#current = null;
      this.#session = null;
      for (const held of this.#held.values()) held.abort();
    };
    session.on('error', lose);
    session.on('end', lose);
    await session.connect();
    this.#current = session;
    return session;
  }
}

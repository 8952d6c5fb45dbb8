import type pg from 'pg';

/** SQLSTATE query_canceled: what `statement_timeout` raises. */
export const QUERY_CANCELED = '57014';

/** Something that runs statements: a pool, or one of its connections. */
export interface Statements {
  query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}

/** The delay was over before the next statement began. Carries the code of one cancelled in its middle. */
export class DelayExceeded extends Error {
  override readonly name = 'DelayExceeded';
  readonly code = QUERY_CANCELED;
}

/** Below this share of the delay, what was spent does not shorten the next statement: most reads cost no statement more. */
const NEGLIGIBLE_SHARE = 0.04;

/**
 * Runs the statements of one reading on one connection, all of them within one delay: `statement_timeout` alone would
 * give it to each. The connection is good for the next reading at once, whatever happened.
 * @param pool its sessions' own `statement_timeout` is `delayMs`.
 * @throws DelayExceeded, or the database's error of the same code.
 */
export async function withinDelay<T>(pool: pg.Pool, delayMs: number, work: (db: Statements) => Promise<T>): Promise<T> {
  const start = performance.now();
  const client = await pool.connect();
  // The statement under way is told as well; without a listener the process would end.
  const onLost = () => undefined;
  client.on('error', onLost);
  const session = { shortened: false };
  const db: Statements = {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const spent = performance.now() - start;
      const left = Math.floor(delayMs - spent);
      if (left < 1) throw new DelayExceeded(`${delayMs} ms are over`);
      if (spent > delayMs * NEGLIGIBLE_SHARE) {
        session.shortened = true;
        await client.query(`set statement_timeout = ${left}`);
      }
      return client.query<Row>(statement);
    },
  };
  try {
    return await work(db);
  } finally {
    const restored = !session.shortened || (await restore(client));
    client.off('error', onLost);
    client.release(!restored);
  }
}

async function restore(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('reset statement_timeout');
    return true;
  } catch {
    return false;
  }
}

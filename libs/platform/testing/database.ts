import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

/** A database of its own for one test file, cloned from the migrated template. */
export interface TestDatabase {
  /** Address with the owner's rights. */
  url: string;
  /** Address with the API's role. */
  apiUrl: string;
  /** Pool with the owner's rights. */
  pool: pg.Pool;
  /** Ends the pool and drops the database; fails when a connection was leaked. */
  close(): Promise<void>;
}

/** Clones the template. Call `close` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_POSTGRES'];
  if (server === undefined) throw new Error('TEST_POSTGRES is not set: run the tests with `npm test`');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name} template template_marches`);
  const url = `${server}/${name}`;
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  return {
    url,
    apiUrl: `${url}?options=-c%20role%3Dmarches_api`,
    pool,
    async close() {
      await pool.end();
      const leaked = await connectionsLeft(server, name);
      await onServer(server, `drop database ${name} with (force)`);
      if (leaked.n > 0)
        throw new Error(`${leaked.n} database connections were leaked; last queries: ${leaked.queries}`);
    },
  };
}

/** A connection that its client has ended lives on for an instant in the server: only what stays is a leak. */
async function connectionsLeft(server: string, name: string): Promise<{ n: number; queries: string }> {
  const patience = Date.now() + 5_000;
  for (;;) {
    const { rows } = await onServer(
      server,
      `select count(*)::int as n, string_agg(left(query, 80), ' | ') as queries from pg_stat_activity where datname = '${name}' and backend_type = 'client backend'`,
    );
    const left = rows[0] as { n: number; queries: string };
    if (left.n === 0 || Date.now() > patience) return left;
    await setTimeout(50);
  }
}

async function onServer(server: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

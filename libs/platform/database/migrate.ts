import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource, type MixedList, type QueryRunner } from 'typeorm';
import { GuardedClient } from './guarded-client.js';

const MIGRATIONS_TABLE = 'migration';
/** Any number that no other user of the same database takes as an advisory lock. */
const MIGRATION_LOCK = 7_301_950_144;
/** A migration that waits for a table makes whoever comes after it wait too: on a live system it had better try again. */
const LOCK_TIMEOUT_MS = 2_000;
const RETRY_AFTER_MS = 1_000;
const RETRY_FOR_MS = 120_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings a database to the newest schema. Processes that start together wait for each other: one runs the migrations,
 * the others find nothing to do. Each migration is a transaction that takes its locks within two seconds or is tried
 * again, so that a live system goes on answering.
 * @param url PostgreSQL address of the owner's role.
 * @param migrations oldest first (migrations/index.ts).
 * @returns names of the migrations run.
 * @throws Error when tables that it changes stay in use for two minutes: those before it were run, run it again.
 */
export async function migrate(url: string, migrations: MixedList<string | (new () => object)>): Promise<string[]> {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: migrations as never,
    migrationsTableName: MIGRATIONS_TABLE,
    poolSize: 2,
    extra: { Client: GuardedClient, options: `-c lock_timeout=${LOCK_TIMEOUT_MS}` },
  });
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query('set lock_timeout = 0');
    await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const before = await namesRun(runner);
    await runPatiently(source);
    return (await namesRun(runner)).slice(before.length);
  } finally {
    await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
    await source.destroy();
  }
}

async function runPatiently(source: DataSource): Promise<void> {
  for (const end = Date.now() + RETRY_FOR_MS; ;) {
    try {
      await source.runMigrations({ transaction: 'each' });
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || Date.now() > end) throw error;
      await sleep(RETRY_AFTER_MS);
    }
  }
}

/** Names of the migrations run, in their order. */
async function namesRun(runner: QueryRunner): Promise<string[]> {
  if (!(await runner.hasTable(MIGRATIONS_TABLE))) return [];
  const rows = (await runner.query(`select name from ${MIGRATIONS_TABLE} order by id`)) as { name: string }[];
  return rows.map(({ name }) => name);
}

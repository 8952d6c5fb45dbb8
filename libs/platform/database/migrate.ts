import { DataSource, type MixedList } from 'typeorm';
import { GuardedClient } from './guarded-client.js';

/** Any number that no other user of the same database takes as an advisory lock. */
const MIGRATION_LOCK = 7_301_950_144;

/**
 * Brings a database to the newest schema. Processes that start together wait for each other: one runs the migrations,
 * the others find nothing to do.
 * @param url PostgreSQL address of the owner's role.
 * @param migrations oldest first (migrations/index.ts).
 * @returns names of the migrations run.
 */
export async function migrate(url: string, migrations: MixedList<string | (new () => object)>): Promise<string[]> {
  const source = new DataSource({
    type: 'postgres',
    url,
    migrations: migrations as never,
    migrationsTableName: 'migration',
    poolSize: 2,
    extra: { Client: GuardedClient },
  });
  await source.initialize();
  const runner = source.createQueryRunner();
  try {
    await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const done = await source.runMigrations({ transaction: 'each' });
    return done.map((migration) => migration.name);
  } finally {
    await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await runner.release();
    await source.destroy();
  }
}

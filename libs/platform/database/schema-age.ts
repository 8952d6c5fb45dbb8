import { GuardedClient } from './guarded-client.js';

/** A migration class, whose name is kept when it was run. */
export type MigrationClass = new () => object;

/** The schema is older than the code: nothing that the code would answer or write could be relied on. */
export class SchemaTooOldError extends Error {
  override readonly name = 'SchemaTooOldError';
}

const ANSWER_WITHIN_MS = 5_000;
/** No such table: nothing was ever migrated. No right to it: a schema from before the API could read it. */
const NEVER_MIGRATED: ReadonlySet<unknown> = new Set(['42P01', '42501']);

/**
 * Whether the database has the schema that the code needs. A newer one is well: migrations only add to what the release
 * before uses (decision 29).
 * @returns `unknown` when the database does not answer.
 * @throws SchemaTooOldError naming what is missing and what to run.
 */
export async function checkSchema(url: string, migrations: readonly MigrationClass[]): Promise<'fits' | 'unknown'> {
  const missing = await missingMigrations(url, migrations).catch(() => null);
  if (missing === null) return 'unknown';
  const [first] = missing;
  if (first === undefined) return 'fits';
  throw new SchemaTooOldError(
    `The schema of the database is older than this version: it lacks ${missing.length} migrations, the first of them ${first}. Run \`ops migrer\` of this version (or start its worker) first: the version that runs now goes on working.`,
  );
}

/** Looks again until the database has answered. @throws SchemaTooOldError as `checkSchema` does. */
export async function schemaOnceKnown(
  url: string,
  migrations: readonly MigrationClass[],
  everyMs: number,
): Promise<void> {
  while ((await checkSchema(url, migrations)) === 'unknown') {
    // Whatever keeps the process alive is not this.
    await new Promise((wake) => setTimeout(wake, everyMs).unref());
  }
}

async function missingMigrations(url: string, migrations: readonly MigrationClass[]): Promise<string[]> {
  const names = migrations.map((migration) => migration.name);
  const client = new GuardedClient({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const run = new Set(rows.map(({ name }) => name));
    return names.filter((name) => !run.has(name));
  } catch (error) {
    if (NEVER_MIGRATED.has((error as { code?: unknown }).code)) return names;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

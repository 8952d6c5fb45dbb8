import type { DataSource } from 'typeorm';
import { ACCESS_ENTITIES } from '#access/entities/entities';
import { type Configuration, readConfiguration } from '#platform/configuration/configuration';
import { createDataSource } from '#platform/database/data-source';
import { databaseAddress } from './database-address.js';
import type { Output } from './output/output.js';
import { Refusal } from './refusal.js';

/** What every command is given: the settings on demand, the database on demand, and where to write. */
export interface Session {
  readonly output: Output;
  readonly env: NodeJS.ProcessEnv;
  configuration(): Configuration;
  /** Address of the database with the owner's rights. */
  databaseUrl(): Promise<string>;
  /** Runs work on the owner's connections, closed afterwards. @param poolSize how many at most; 2 when absent. */
  withDatabase<T>(work: (db: DataSource) => Promise<T>, poolSize?: number): Promise<T>;
}

const CONNECTION_CODES: ReadonlySet<string> = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH']);
/** Table, schema, column or function that is not there: the schema is older than this version. */
const UNDEFINED_CODES: ReadonlySet<string> = new Set(['42P01', '3F000', '42703', '42883']);

export function createSession(env: NodeJS.ProcessEnv, output: Output): Session {
  const configuration = () => readConfiguration(env);
  const databaseUrl = () => databaseAddress(configuration());
  return {
    output,
    env,
    configuration,
    databaseUrl,
    async withDatabase(work, poolSize = 2) {
      const url = await databaseUrl();
      const db = createDataSource({ url, entities: ACCESS_ENTITIES, poolSize, applicationName: 'marches-ops' });
      try {
        await db.initialize();
        return await work(db);
      } catch (error) {
        throw explained(error, url);
      } finally {
        if (db.isInitialized) await db.destroy();
      }
    },
  };
}

/** Turns what the driver says into what the operator can do about it. */
function explained(error: unknown, url: string): unknown {
  const { code = '' } = error as { code?: string };
  // The address may hold a password: only its place is shown.
  if (CONNECTION_CODES.has(code)) {
    return new Refusal(
      `PostgreSQL does not answer at ${new URL(url).host} (${code}): is it running, is DATABASE_URL right?`,
    );
  }
  if (UNDEFINED_CODES.has(code)) {
    const said = (error as Error).message;
    return new Refusal(
      `The schema of the database is older than this version (${said}): run \`npm run ops -- migrer\` first.`,
    );
  }
  return error;
}

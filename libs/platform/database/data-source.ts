import { DataSource, type MixedList, type EntitySchema } from 'typeorm';
import { GuardedClient } from './guarded-client.js';

export interface DataSourceSettings {
  /** PostgreSQL address with the owner's rights. */
  url: string;
  entities: MixedList<string | EntitySchema | (new () => object)>;
  /** Most connections. */
  poolSize: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Longest statement, in milliseconds; the server cancels beyond. Absent: no bound. */
  statementTimeoutMs?: number;
  /** Told of connections lost while idle; the pool replaces them by itself. */
  onError?: (error: Error) => void;
}

/** The write side's connection, not yet initialised. It never changes the schema: migrations do (migrate.ts). */
export function createDataSource(settings: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    entities: settings.entities as never,
    applicationName: settings.applicationName,
    poolSize: settings.poolSize,
    connectTimeoutMS: 10_000,
    synchronize: false,
    poolErrorHandler: settings.onError ?? (() => undefined),
    extra: {
      keepAlive: true,
      Client: GuardedClient,
      ...(settings.statementTimeoutMs === undefined ? {} : { statement_timeout: settings.statementTimeoutMs }),
    },
  });
}

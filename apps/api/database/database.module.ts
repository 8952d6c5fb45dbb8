import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { readSessionAddress } from '#avis/read/session';
import { createPool } from '#platform/database/pool';
import { SETTINGS, type ApiSettings } from '../settings.js';
import { ACCESS_POOL, READ_POOL } from './pools.js';

const logger = new Logger('Database');
const onError = (error: Error) => logger.warn(`Connection lost: ${error.message}`);

/** Checks are one short statement each: few connections carry many requests. */
const ACCESS_POOL_SIZE = 4;

@Module({
  providers: [
    {
      provide: READ_POOL,
      inject: [SETTINGS],
      useFactory: (settings: ApiSettings) =>
        createPool({
          url: readSessionAddress(settings.apiDatabaseUrl),
          max: settings.apiPoolSize,
          applicationName: 'api-read',
          statementTimeoutMs: settings.listTimeoutMs,
          onError,
        }),
    },
    {
      provide: ACCESS_POOL,
      inject: [SETTINGS],
      useFactory: ({ apiDatabaseUrl }: ApiSettings) =>
        createPool({ url: apiDatabaseUrl, max: ACCESS_POOL_SIZE, applicationName: 'api-access', onError }),
    },
  ],
  exports: [READ_POOL, ACCESS_POOL],
})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(
    @Inject(READ_POOL) private readonly readPool: pg.Pool,
    @Inject(ACCESS_POOL) private readonly accessPool: pg.Pool,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.readPool.end(), this.accessPool.end()]);
  }
}

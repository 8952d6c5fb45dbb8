import { Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { readSessionAddress } from '#avis/read/session';
import { createPool } from '#platform/database/pool';
import { onceAMinute } from '#platform/log/once-a-minute';
import { SETTINGS, type ApiSettings } from '../settings.js';
import { ACCESS_POOL, READ_POOL } from './pools.js';

const logger = new Logger('Database');
const onError = onceAMinute<Error>((error) => logger.warn(`Connection lost: ${error.message}`));

/** Checks are one short statement each: few connections carry many requests. */
const ACCESS_POOL_SIZE = 4;
/**
 * A check that waits longer, in milliseconds, is given up: by the server first, so that a reserve that a client was refused
 * is not counted after all.
 */
const CHECK_TIMEOUT_MS = 1_500;
/** Longest wait for a connection, in milliseconds: a client is refused rather than kept waiting. */
const ACQUIRE_TIMEOUT_MS = 2_000;

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
          acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
          onError,
        }),
    },
    {
      provide: ACCESS_POOL,
      inject: [SETTINGS],
      useFactory: ({ apiDatabaseUrl }: ApiSettings) =>
        createPool({
          url: apiDatabaseUrl,
          max: ACCESS_POOL_SIZE,
          applicationName: 'api-access',
          statementTimeoutMs: CHECK_TIMEOUT_MS,
          acquireTimeoutMs: ACQUIRE_TIMEOUT_MS,
          onError,
        }),
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

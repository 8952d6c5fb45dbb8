import { Inject, Logger, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { AccessChanges } from '#access/changes/changes';
import { CleDirectory } from '#access/cles/directory';
import { RateLimiter } from '#access/limits/rate-limiter';
import { createLimitsRedis } from '#access/limits/redis';
import { Slots } from '#access/limits/slots';
import { Quota } from '#access/quota/quota';
import { Switches } from '#access/switches/switches';
import { UsageRecorder } from '#access/usage/recorder';
import { systemClock, type Clock } from '#platform/clock';
import { onceAMinute } from '#platform/log/once-a-minute';
import { DatabaseModule } from '../database/database.module.js';
import { ACCESS_POOL } from '../database/pools.js';
import { CountedQuota } from '../observation/counted-quota.js';
import { QUOTA_CLOCK, SETTINGS, type ApiSettings } from '../settings.js';
import { Chain, STEPS } from './chain.js';
import { IP_LIMITER, KEY_LIMITER, LIMITS_REDIS } from './limiters.js';
import { ServedState } from './served-state.js';
import type { Step } from './step.js';
import { Settlement } from './settlement.js';

const logger = new Logger('Access');
const warn = (what: string) => onceAMinute<Error>((error) => logger.warn(`${what}: ${error.message}`));

function createLimiter(name: 'ip' | 'cle', perMinute: number, redis: Redis | null): RateLimiter {
  const onShared = (error: Error | null) =>
    error === null
      ? logger.log(`The limit « ${name} » is shared through Redis again`)
      : logger.warn(`The limit « ${name} » is counted by this instance alone: ${error.message}`);
  return new RateLimiter({ name, perMinute, onShared, ...(redis === null ? {} : { redis }) });
}

/** Everything that decides whether a request is answered. */
@Module({
  imports: [DatabaseModule],
  providers: [
    {
      provide: LIMITS_REDIS,
      inject: [SETTINGS],
      useFactory: ({ redisUrl }: ApiSettings) =>
        redisUrl === null ? null : createLimitsRedis(redisUrl, warn('Redis')),
    },
    {
      provide: IP_LIMITER,
      inject: [SETTINGS, LIMITS_REDIS],
      useFactory: (settings: ApiSettings, redis: Redis | null) => createLimiter('ip', settings.rateLimitPerIp, redis),
    },
    {
      provide: KEY_LIMITER,
      inject: [SETTINGS, LIMITS_REDIS],
      useFactory: (settings: ApiSettings, redis: Redis | null) => createLimiter('cle', settings.rateLimitPerKey, redis),
    },
    {
      provide: AccessChanges,
      inject: [SETTINGS],
      useFactory: ({ apiDatabaseUrl }: ApiSettings) =>
        new AccessChanges({ url: apiDatabaseUrl, onError: warn('Access changes are seen later') }),
    },
    {
      provide: CleDirectory,
      inject: [ACCESS_POOL, AccessChanges],
      useFactory: (pool: pg.Pool, changes: AccessChanges) => new CleDirectory(pool, changes),
    },
    {
      provide: Switches,
      inject: [ACCESS_POOL, AccessChanges],
      useFactory: (pool: pg.Pool, changes: AccessChanges) => new Switches(pool, changes),
    },
    {
      provide: Quota,
      inject: [ACCESS_POOL, QUOTA_CLOCK],
      useFactory: (pool: pg.Pool, clock?: Clock) => new CountedQuota(pool, clock),
    },
    {
      provide: UsageRecorder,
      inject: [ACCESS_POOL],
      useFactory: (pool: pg.Pool) =>
        new UsageRecorder(pool, { clock: systemClock, onError: warn('Usage counts wait') }),
    },
    {
      provide: Slots,
      inject: [SETTINGS],
      useFactory: (settings: ApiSettings) =>
        new Slots({ perCle: settings.maxInFlightPerKey, perInstance: settings.maxInFlight }),
    },
    ServedState,
    Settlement,
    ...STEPS,
    { provide: Chain, inject: [...STEPS], useFactory: (...steps: Step[]) => new Chain(steps) },
  ],
  exports: [
    Chain,
    Settlement,
    ServedState,
    Switches,
    Quota,
    Slots,
    UsageRecorder,
    LIMITS_REDIS,
    IP_LIMITER,
    KEY_LIMITER,
  ],
})
export class AccessModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly changes: AccessChanges,
    private readonly usage: UsageRecorder,
    @Inject(LIMITS_REDIS) private readonly redis: Redis | null,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.changes.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.usage.close();
    await this.changes.close();
    this.redis?.disconnect();
  }
}

import { Registry } from 'prom-client';
import type pg from 'pg';
import { Slots } from '#access/limits/slots';
import type { Memory } from '#access/memory/memory';
import { Quota } from '#access/quota/quota';
import { UsageRecorder } from '#access/usage/recorder';
import { FAMILLES_QUOTA } from '#contract/vocabulary';
import { measurePools } from '#platform/observation/pool-metrics';
import { counter, gauge } from '#platform/observation/read-at-scrape';
import { ACCESS_POOL, READ_POOL } from '../database/pools.js';
import { ANSWER_MEMORY } from '../http/answer-memory.js';
import type { Answer } from '../http/answer.js';
import { LimitsHealth } from '../sante/limits-health.js';
import { SETTINGS, type ApiSettings } from '../settings.js';
import type { CountedQuota } from './counted-quota.js';

/** Injection token of the registry of the API's metrics. */
export const API_REGISTRY = Symbol('ApiRegistry');

/** What createApiRegistry takes, in its order. */
export const API_MEASURED = [
  SETTINGS,
  READ_POOL,
  ACCESS_POOL,
  Slots,
  Quota,
  ANSWER_MEMORY,
  UsageRecorder,
  LimitsHealth,
] as const;

/** Every metric of the API but those of requests (request-metrics.ts): numbers that its parts keep anyway. */
export function createApiRegistry(
  settings: ApiSettings,
  readPool: pg.Pool,
  accessPool: pg.Pool,
  slots: Slots,
  quota: CountedQuota,
  memory: Memory<Answer>,
  usage: UsageRecorder,
  limits: LimitsHealth,
): Registry {
  const registry = new Registry();
  measurePools(registry, { read: readPool, access: accessPool });
  gauge(registry, {
    name: 'marches_api_slots_in_use',
    help: 'Requests with a key that are under way: each holds one of MAX_IN_FLIGHT slots.',
    read: () => [[slots.inFlight]],
  });
  gauge(registry, {
    name: 'marches_api_slots',
    help: 'Slots of this instance (MAX_IN_FLIGHT).',
    read: () => [[settings.maxInFlight]],
  });
  counter(registry, {
    name: 'marches_api_quota_reserves_total',
    help: 'Reserves of daily quota by family: granted, refused (spent), failed (the database did not answer: 503).',
    labels: ['famille', 'outcome'],
    read: () =>
      FAMILLES_QUOTA.flatMap((famille) =>
        (['granted', 'refused', 'failed'] as const).map(
          (outcome) => [quota.tally[famille][outcome], { famille, outcome }] as const,
        ),
      ),
  });
  counter(registry, {
    name: 'marches_api_quota_records_total',
    help: 'Records counted in daily quotas by family: reserved, and of these returned since they were not served.',
    labels: ['famille', 'movement'],
    read: () =>
      FAMILLES_QUOTA.flatMap((famille) => [
        [quota.tally[famille].records, { famille, movement: 'reserved' }] as const,
        [quota.tally[famille].returned, { famille, movement: 'returned' }] as const,
      ]),
  });
  counter(registry, {
    name: 'marches_api_answer_memory_lookups_total',
    help: 'Answers asked of the memory: kept (a hit), shared (with a computation under way), computed (a miss).',
    labels: ['outcome'],
    read: () => Object.entries(memory.tally).map(([outcome, count]) => [count, { outcome }]),
  });
  gauge(registry, {
    name: 'marches_api_answer_memory_bytes',
    help: 'Size of the answers remembered.',
    read: () => [[memory.size]],
  });
  counter(registry, {
    name: 'marches_api_usage_lost_total',
    help: 'Requests whose usage count was lost since the database did not take it.',
    read: () => [[usage.lost]],
  });
  gauge(registry, {
    name: 'marches_api_limits_shared',
    help: '1 while requests a minute are counted together with the other instances, or alone by intent; 0 when Redis fails.',
    read: () => [[limits.state() === 'ok' ? 1 : 0]],
  });
  return registry;
}

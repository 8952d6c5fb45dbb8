import type { Configuration } from '#platform/configuration/configuration';

/** What the API runs with: the part of the configuration that it needs, its database's address found. */
export type ApiSettings = Pick<
  Configuration,
  | 'redisUrl'
  | 'trustProxy'
  | 'logLevel'
  | 'logFormat'
  | 'syncMarginSeconds'
  | 'listTimeoutMs'
  | 'rateLimitPerKey'
  | 'rateLimitPerIp'
  | 'maxInFlightPerKey'
  | 'maxInFlight'
  | 'responseMemorySeconds'
  | 'apiPoolSize'
  | 'clientTimeoutMs'
  | 'mcpHosts'
  | 'metricsHost'
  | 'metricsPort'
  | 'shutdownGraceSeconds'
> & { apiDatabaseUrl: string };

/** Injection token of ApiSettings. */
export const SETTINGS = Symbol('ApiSettings');
/** Injection token of the clock that quotas go by; undefined, but in tests: the database's own. */
export const QUOTA_CLOCK = Symbol('QuotaClock');

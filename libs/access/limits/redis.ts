import { Redis } from 'ioredis';

/** A limit must never make a request wait: without an answer after this, in milliseconds, the instance limits by itself. */
const COMMAND_TIMEOUT_MS = 500;

/**
 * A connection for limits: it fails at once instead of queueing, and comes back by itself. The caller ends it with
 * `disconnect()`.
 * @param onError told of each failed connection; ioredis would print it.
 */
export function createLimitsRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    connectionName: 'limits',
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: 2_000,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  });
  redis.on('error', onError);
  return redis;
}

import { createPostgresBackend, createRedisBackend, type ConnectionOptions } from 'bullmq';

/** Whether a Redis that does not answer is waited for, as a worker does, or refused at once, as for a command. */
export type WhenAway = 'wait' | 'refuse';

export interface QueueAddress {
  /** Redis, when the operator gives one… */
  redisUrl: string | null;
  /** …else the database itself, in a schema of its own. */
  databaseUrl: string;
}

/** Schema of BullMQ's tables, which BullMQ migrates itself. */
const SCHEMA = 'queue';
const POOL_SIZE = 4;

/** Where BullMQ keeps its jobs: everything above is the same for both. */
export function backendOf(
  address: QueueAddress,
  whenAway: WhenAway = 'wait',
): {
  factory: typeof createRedisBackend;
  connection: ConnectionOptions;
} {
  if (address.redisUrl !== null) {
    // BullMQ asks for `null`: a worker waits for Redis to come back instead of failing its jobs.
    const patience = whenAway === 'wait' ? {} : { retryStrategy: () => null };
    return {
      factory: createRedisBackend,
      connection: { url: address.redisUrl, maxRetriesPerRequest: null, ...patience },
    };
  }
  const connection = {
    connectionString: address.databaseUrl,
    schema: SCHEMA,
    migrate: true,
    max: POOL_SIZE,
    application_name: 'marches-queue',
  };
  // The two differ in type only where a caller reaches for the backend itself, which nobody here does.
  return { factory: createPostgresBackend as unknown as typeof createRedisBackend, connection };
}

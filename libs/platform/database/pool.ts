import pg from 'pg';
import { decodingLong, LongValuesClient } from './long-values.js';

export interface PoolSettings {
  /** PostgreSQL address. */
  url: string;
  /** Most connections. */
  max: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
  /** Longest statement, in milliseconds; the server cancels beyond. Absent: no bound. */
  statementTimeoutMs?: number;
  /** Longest wait for a connection, in milliseconds; 10 s when absent. */
  acquireTimeoutMs?: number;
  /** Told of connections lost while idle; the pool replaces them by itself. */
  onError: (error: Error) => void;
}

/** `date`, `timestamp`, `timestamptz`, `bigint`: left as the text that PostgreSQL sends. */
const AS_TEXT: ReadonlySet<number> = new Set([
  pg.types.builtins.INT8,
  pg.types.builtins.DATE,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.TIMESTAMPTZ,
]);

/** Parsers of one pool: a `Date` drops the microseconds that `version` is made of, a number the last digits of a bigint. */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (AS_TEXT.has(oid)) return (value: string) => value;
    return decodingLong(pg.types.getTypeParser(oid, format) as (value: string) => unknown);
  },
};

/** `types` of a query of these pools whose long texts are given as bytes; everything else is read as ever. */
export const LONG_TEXTS_AS_BYTES: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === pg.types.builtins.TEXT) return (value: string | Buffer) => value;
    return TYPES.getTypeParser(oid, format) as (value: string) => unknown;
  },
};

const ACQUIRE_TIMEOUT_MS = 10_000;

/**
 * Run once in each new session. A page of 120 kB passes through four buffers of its size in PostgreSQL; the C library gave
 * their memory back to the system after each page and took it anew for the next, a third of the page's processor time
 * (docs/performance.md). It stops doing so for whatever is smaller than twice the largest block once freed: here 4 MB
 * (glibc, mallopt(3), M_MMAP_THRESHOLD), as long as the session lives.
 */
export const SESSION_START = `set time zone 'UTC'; select octet_length(repeat('0', ${2 * 1024 * 1024}))`;

/** A pool whose sessions speak UTC. The caller ends it. */
export function createPool(settings: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    connectionString: settings.url,
    max: settings.max,
    application_name: settings.applicationName,
    types: TYPES,
    Client: LongValuesClient,
    keepAlive: true,
    connectionTimeoutMillis: settings.acquireTimeoutMs ?? ACQUIRE_TIMEOUT_MS,
    // Awaited by the pool. Not a start-up option: `options` of the address may already carry the role.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- pg-pool awaits it; its types lag behind
    onConnect: async (client) => {
      await client.query(SESSION_START);
    },
    ...(settings.statementTimeoutMs === undefined ? {} : { statement_timeout: settings.statementTimeoutMs }),
  });
  pool.on('error', settings.onError);
  return pool;
}

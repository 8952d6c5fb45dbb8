import type { DataSource } from 'typeorm';

/** Circuit of one source: whether it is left alone after repeated failure. */
export interface Circuit {
  /** Runs that failed in a row. */
  failures: number;
  /** Since when the circuit is open; null while it is closed. */
  openedAt: Date | null;
  /** When an open circuit lets one run through. */
  retryAt: Date | null;
}

export const CLOSED: Circuit = { failures: 0, openedAt: null, retryAt: null };

export async function circuitOf(db: DataSource, source: string): Promise<Circuit> {
  const [row] = await db.query<Circuit[]>(
    'select failures, opened_at as "openedAt", retry_at as "retryAt" from write.source_health where source = $1',
    [source],
  );
  return row ?? CLOSED;
}

export async function storeCircuit(db: DataSource, source: string, circuit: Circuit): Promise<void> {
  await db.query(
    `insert into write.source_health as h (source, failures, opened_at, retry_at) values ($1, $2, $3, $4)
     on conflict (source) do update set failures = excluded.failures, opened_at = excluded.opened_at,
       retry_at = excluded.retry_at
     where (h.failures, h.opened_at, h.retry_at) is distinct from
       (excluded.failures, excluded.opened_at, excluded.retry_at)`,
    [source, circuit.failures, circuit.openedAt, circuit.retryAt],
  );
}

const RFC3339 = `to_char(derniere_collecte at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

export interface SilenceChange {
  source: string;
  /** RFC 3339, UTC; null where the source never succeeded. */
  derniere_collecte: string | null;
}

/**
 * Compares lateness (read.source.due_at) with what was said of it: each change is given to one caller only, however many
 * workers ask. @returns sources that have fallen silent, and those that are back.
 */
export async function silenceChanges(db: DataSource): Promise<{ silent: SilenceChange[]; back: SilenceChange[] }> {
  await db.query(
    `insert into write.source_health (source)
     select code from read.source where due_at < clock_timestamp() order by code on conflict do nothing`,
  );
  const [silent] = await db.query<[SilenceChange[], number]>(
    `update write.source_health h set silent_since = clock_timestamp() from read.source s
     where h.source = s.code and h.silent_since is null and s.due_at < clock_timestamp()
     returning h.source, ${RFC3339} as derniere_collecte`,
  );
  const [back] = await db.query<[SilenceChange[], number]>(
    `update write.source_health h set silent_since = null from read.source s
     where h.source = s.code and h.silent_since is not null and (s.due_at is null or s.due_at >= clock_timestamp())
     returning h.source, ${RFC3339} as derniere_collecte`,
  );
  return { silent, back };
}

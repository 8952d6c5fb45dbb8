import type { DataSource } from 'typeorm';
import { type RetentionDays, type RetentionRule, RETENTION_RULES } from './rules.js';

/** Blocks of a table, 8 kB each, looked through by one statement. */
const BLOCKS = 2_000;
const STATEMENT_TIMEOUT = '60s';

export interface PurgeOptions {
  now: Date;
  days: RetentionDays;
  /** Only counts. */
  simulate: boolean;
  signal: AbortSignal;
}

/** Of one table. */
export interface Purged {
  table: string;
  /** Rows older than this UTC day go. */
  avant: string;
  /** Rows that went, or would. */
  lignes: number;
}

/**
 * Deletes what is kept no longer, a stretch of each table at a time in a transaction of its own: nobody waits for it, and
 * stopped or killed it goes on at the next call. @returns what went; of a table that was not reached, nothing.
 */
export async function purge(db: DataSource, options: PurgeOptions): Promise<Purged[]> {
  const purged: Purged[] = [];
  for (const rule of RETENTION_RULES) {
    if (options.signal.aborted) break;
    purged.push(await purgeTable(db, rule, options));
  }
  return purged;
}

async function purgeTable(db: DataSource, rule: RetentionRule, options: PurgeOptions): Promise<Purged> {
  const { table, span } = rule;
  const avant = new Date(options.now.getTime() - options.days[span] * 86_400_000).toISOString().slice(0, 10);
  const [size] = await db.query<{ blocks: number }[]>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as blocks`,
    [table],
  );
  let lignes = 0;
  for (let block = 0; block < (size?.blocks ?? 0) && !options.signal.aborted; block += BLOCKS) {
    lignes += await purgeBlocks(db, rule, avant, block, options.simulate);
  }
  return { table, avant, lignes };
}

/** By where rows lie, not by an index: these tables need none by age for anything else. */
async function purgeBlocks(
  db: DataSource,
  { table, age, kept }: RetentionRule,
  avant: string,
  block: number,
  simulate: boolean,
): Promise<number> {
  const old = `from ${table} r where r.ctid >= $1::tid and r.ctid < $2::tid
    and ${age} < $3::date${kept === undefined ? '' : ` and not (${kept})`}`;
  const sql = simulate
    ? `select count(*)::int as n ${old}`
    : `with gone as (delete ${old} returning 1) select count(*)::int as n from gone`;
  return db.transaction(async (manager) => {
    await manager.query(`set local statement_timeout = '${STATEMENT_TIMEOUT}'`);
    const [row] = await manager.query<{ n: number }[]>(sql, [`(${block},0)`, `(${block + BLOCKS},0)`, avant]);
    return row?.n ?? 0;
  });
}

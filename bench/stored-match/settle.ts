import type pg from 'pg';
import type { MatchNotice } from '#avis/match/notice';
import { hashedKeysOf } from '#avis/write/match/hashed-keys';

const BATCH = 5_000;

/** Writes notices as the stage keeps them once they are matched. @returns how many. */
export async function settle(pool: pg.Pool, notices: Iterable<MatchNotice>): Promise<number> {
  let batch: MatchNotice[] = [];
  let total = 0;
  for (const notice of notices) {
    batch.push(notice);
    if (batch.length < BATCH) continue;
    await write(pool, batch);
    total += batch.length;
    batch = [];
    if (total % 100_000 === 0) console.log(`  ${total} notices written`);
  }
  await write(pool, batch);
  return total + batch.length;
}

async function write(pool: pg.Pool, notices: readonly MatchNotice[]): Promise<void> {
  const rows = notices.map((notice) => ({ id: notice.id, notice, keys: hashedKeysOf(notice) }));
  await pool.query(
    `with rows as (
       select id, notice, array(select json_array_elements_text(keys)::bigint) as keys
       from json_to_recordset($1::json) as r (id uuid, notice json, keys json)
     ), notices as (
       insert into write.match_notice (avis_id, notice, keys) select id, notice, keys from rows
     )
     insert into write.match_key (key, avis_id) select unnest(keys), id from rows`,
    [JSON.stringify(rows)],
  );
}

import type pg from 'pg';
import { DETAIL_OF } from '#avis/read/detail';
import { IN_FEED } from './in-feed.js';

/** The detail of a notice, with its score where it is in the feed of an account: one statement, so that both agree. */
export const SCORED_DETAIL_QUERY = `select case when o.avis_id is null then a.detail
  else left(a.detail, -1) || ',"score":' || o.score || ',"raisons":' || o.raisons || '}' end as detail
from read.avis a left join read.opportunite o on o.avis_id = a.id and o.compte_id = $3
  and a.source = any($4::text[]) and ${IN_FEED}
where ${DETAIL_OF}`;

export interface ScoredDetail {
  id: string;
  /** Sources that the key may see, cut ones included, and those of them that are served. */
  visible: readonly string[];
  served: readonly string[];
  /** The account of the key that asks, never another. */
  compteId: string;
}

/** @returns the JSON text, or null when there is none. */
export async function scoredDetail(pool: pg.Pool, asked: ScoredDetail): Promise<string | null> {
  const { rows } = await pool.query<{ detail: string }>({
    name: 'avis-scored-detail',
    text: SCORED_DETAIL_QUERY,
    values: [asked.id, asked.visible, asked.compteId, asked.served],
  });
  return rows[0]?.detail ?? null;
}

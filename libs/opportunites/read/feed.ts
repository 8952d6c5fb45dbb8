import type pg from 'pg';
import { addFilters, addWords, type AvisFilters } from '#avis/read/conditions';
import { DEPTH_MAX } from '#contract/limits';
import type { StatutUtilisateur, ValeurVerdict } from '#contract/vocabulary';
import { Conditions } from '#platform/database/conditions';
import type { Statements } from '#platform/database/within-delay';
import { IN_FEED } from './in-feed.js';

/** What a search keeps of a feed, in the contract's names. */
export interface FeedFilters extends Omit<AvisFilters, 'source' | 'type_marche' | 'publie_depuis' | 'completude_min'> {
  q?: string | undefined;
  score_min: number;
  verdict: readonly ValeurVerdict[];
  statut_utilisateur: readonly StatutUtilisateur[];
}

/** A search in the feed of one account, every default filled in. */
export interface FeedSearch {
  /** The account of the key that asks, never another. */
  compteId: string;
  /** Sources that the key may see: notices of the others do not exist for it. */
  visible: readonly string[];
  /** Those of them that are served: notices of the others are dropped from their page, though counted. */
  served: readonly string[];
  filters: FeedFilters;
  page: number;
  per_page: number;
}

export interface FeedResult {
  /** Texts, served as they are. */
  items: string[];
  /** At most DEPTH_MAX. */
  total: number;
  total_exact: boolean;
}

/** The notice's text and what the feed adds to it. */
const ITEM = `left(a.liste, -1) || ',"score":' || o.score || ',"raisons":' || o.raisons || ',"verdict":' || coalesce(o.verdict, 'null')
    || ',"statut_utilisateur":"' || o.statut_utilisateur || '","vu_le":'
    || coalesce('"' || to_char(o.vu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"', 'null') || '}'`;

/**
 * One walk down the feed, as deep as any page may be, gives both the count and the page; texts are fetched for the page
 * alone. A search of words finds its hits first: the words' index or the whole feed, whichever is shorter.
 * At least one row; `item` is null when the page is empty.
 */
export function feedQuery(search: FeedSearch): pg.QueryConfig {
  const { compteId, served, filters, page, per_page } = search;
  const conditions = conditionsOf(search);
  const walk = filters.q === undefined ? `\n  order by o.score desc, o.avis_id\n  limit ${DEPTH_MAX + 1}` : '';
  return {
    text: `with hit as materialized (
  select o.score, o.avis_id from read.opportunite o join read.avis a on a.id = o.avis_id
  where ${conditions.sql}${walk}
), k as (
  select h.score, h.avis_id from hit h
  order by h.score desc, h.avis_id
  limit ${conditions.value(per_page)} offset ${conditions.value((page - 1) * per_page)}
)
select n.hits, i.item from (select count(*)::int as hits from hit) n left join (
  select k.score, k.avis_id,
    ${ITEM} as item
  from k join read.opportunite o on o.avis_id = k.avis_id join read.avis a on a.id = k.avis_id
  where o.compte_id = ${conditions.value(compteId)} and a.source = any(${conditions.value(served)}::text[])
) i on true
order by i.score desc, i.avis_id`,
    values: conditions.values,
  };
}

/** Best score first, then by id. */
export async function searchFeed(db: Statements, search: FeedSearch): Promise<FeedResult> {
  const { rows } = await db.query<{ hits: number; item: string | null }>(feedQuery(search));
  const hits = rows[0]?.hits ?? 0;
  return {
    items: rows.flatMap(({ item }) => (item === null ? [] : [item])),
    total: Math.min(hits, DEPTH_MAX),
    total_exact: hits <= DEPTH_MAX,
  };
}

function conditionsOf({ compteId, visible, filters }: FeedSearch): Conditions {
  const { q, score_min, verdict, statut_utilisateur, budget_max, ...others } = filters;
  const conditions = new Conditions()
    .add('o.compte_id = ?', compteId)
    .add('o.score >= ?::smallint', score_min)
    .add('o.verdict_filtre = any(?::text[])', verdict)
    .add('o.statut_utilisateur = any(?::text[])', statut_utilisateur)
    .add(IN_FEED)
    .add('a.source = any(?::text[])', visible);
  addFilters(conditions, others);
  // Contract: a notice without budget remains when only the upper bound is given. Given both, the lower one drops it.
  if (budget_max !== undefined) conditions.add('(a.budget is null or a.budget <= ?::numeric)', budget_max);
  if (q !== undefined) addWords(conditions, q);
  return conditions;
}

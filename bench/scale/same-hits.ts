import type pg from 'pg';
import { addStatut, type AvisFilters } from '#avis/read/conditions';
import { Conditions } from '#platform/database/conditions';

/** What a filter of `drawSameHits` keeps, about. */
export const HITS = 25;
const [LEAST, MOST] = [0.8 * HITS, 1.25 * HITS];

/** Filters of each kind that keep about HITS notices: what a search costs whatever it finds is what is left to grow. */
export type SameHits = Record<SameHitsStatut, Record<SameHitsKind, Partial<AvisFilters>[]>>;
type SameHitsStatut = 'ouvert' | 'tous';
type SameHitsKind = (typeof SAME_HITS)[number];

/** The filter beside a CPV prefix, an expression of read.avis that may give several values. */
const SECOND = {
  cpv: null,
  'cpv and source': { name: 'source', values: 'a.source' },
  'cpv and departement': { name: 'departement', values: 'unnest(a.departements)' },
  'cpv and type_marche': { name: 'type_marche', values: 'a.type_marche' },
} as const;

/** Every kind, in the order in which they are told. */
export const SAME_HITS = [...(Object.keys(SECOND) as (keyof typeof SECOND)[]), 'budget'] as const;

export async function drawSameHits(client: pg.Client, most: number): Promise<SameHits> {
  const drawn = async (statut: SameHitsStatut, kind: SameHitsKind) => {
    if (kind === 'budget') return drawBudgets(client, statut, most);
    const second = SECOND[kind];
    const { rows } = await client.query<{ cpv: string; value: string }>(
      `select left(cpv, length) as cpv, value
       from (select a.cpv, ${second?.values ?? "''"} as value from read.avis a where ${addStatut(new Conditions(), statut).sql}) a
         cross join generate_series(2, 8) length
       where cpv is not null and value is not null
       group by 1, 2 having count(*) between ${LEAST} and ${MOST}
       order by md5(left(cpv, length) || value) limit ${most}`,
    );
    return rows.map(({ cpv, value }) => {
      if (second === null) return { cpv };
      return { cpv, [second.name]: second.name === 'type_marche' ? value : [value] };
    });
  };
  const of = async (statut: SameHitsStatut) => {
    const filters: [SameHitsKind, Partial<AvisFilters>[]][] = [];
    for (const kind of SAME_HITS) filters.push([kind, await drawn(statut, kind)]);
    return Object.fromEntries(filters) as SameHits[SameHitsStatut];
  };
  return { ouvert: await of('ouvert'), tous: await of('tous') };
}

async function drawBudgets(client: pg.Client, statut: SameHitsStatut, most: number): Promise<Partial<AvisFilters>[]> {
  const { rows } = await client.query<Partial<AvisFilters>>(
    `select budget_min, budget_max
     from (
       select ceil(budget)::float8 as budget_min, floor(lead(budget, ${HITS - 1}) over (order by budget))::float8 as budget_max
       from read.avis a where ${addStatut(new Conditions(), statut).sql} and budget is not null
     ) b
     where budget_max > budget_min
     order by md5(budget_min::text) limit ${most}`,
  );
  return rows;
}

/** Searches of contractors of each kind that keep about HITS. */
export interface SamePrestataires {
  word: { q: string }[];
  'departement and cpv': { departement: string; cpv: string }[];
}

export async function drawSamePrestataires(client: pg.Client, most: number): Promise<SamePrestataires> {
  const word = await client.query<{ q: string }>(
    `select q from (select distinct siren, unnest(string_to_array(nom_tri, ' ')) as q from read.prestataire) w
     where length(q) > 2 group by q having count(*) between ${LEAST} and ${MOST} order by md5(q) limit ${most}`,
  );
  const pair = await client.query<{ departement: string; cpv: string }>(
    `select departement, division_cpv as cpv from read.prestataire where departement is not null and division_cpv is not null
     group by 1, 2 having count(*) between ${LEAST} and ${MOST} order by md5(departement || division_cpv) limit ${most}`,
  );
  return { word: word.rows, 'departement and cpv': pair.rows };
}

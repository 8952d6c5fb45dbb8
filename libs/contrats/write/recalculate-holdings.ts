import type { EntityManager } from 'typeorm';
import { type Facet, NO_CONTRACT, type Totals } from '../project/holdings.js';

const DERNIERS_MARCHES = 20;
const CONTRATS_A_ECHEANCE = 50;

/** What is counted: the partners of the other side are `acheteur` (SIRET) or `titulaire` (SIREN). */
export type Facette = 'cpv' | 'departement' | 'siret' | 'acheteur' | 'titulaire';

/** A contract that a record lists. */
export interface Listed {
  item: string;
  /** Place of the contractor among its holders; 0 for a buyer. */
  rang: number;
}

/** The contracts of one contractor or buyer, counted in the database: one may have fifty thousand. */
export interface Holdings {
  totals: Totals;
  /** How many share each value, in no order. */
  facet: (facette: Facette) => readonly Facet[];
  derniers_marches: Listed[];
  contrats_a_echeance: Listed[];
}

/** Whose contracts: where they are found, by which key, and what is counted of them. */
interface Perspective {
  rows: string;
  key: string;
  facets: string;
}

/** A contract held by two establishments of one company counts once for it, and for each of the two. */
const PRESTATAIRE: Perspective = {
  rows: `(select n, rang, siren as cle, jour, montant, fin from read.contrat_titulaire where premier)`,
  key: 'siren',
  facets: `select h.siren as cle, f.facette, f.valeur, h.montant, h.jour from read.contrat_titulaire h
    cross join lateral (values ('departement', h.departement, h.premier), ('cpv', h.cpv, h.premier),
      ('acheteur', h.acheteur_siret, h.premier), ('siret', h.siret, true)) as f (facette, valeur, counts)
    where h.siren = any($1::text[]) and f.counts and f.valeur is not null`,
};

const ACHETEUR: Perspective = {
  rows: `(select n, 0 as rang, acheteur_siret as cle, jour, montant, fin from read.contrat)`,
  key: 'acheteur_siret',
  facets: `select acheteur_siret as cle, 'cpv' as facette, cpv as valeur, montant, jour from read.contrat
    where acheteur_siret = any($1::text[]) and cpv is not null
    union all
    select c.acheteur_siret, f.facette, f.valeur, c.montant, c.jour from read.contrat c
    join read.contrat_titulaire t using (n)
    cross join lateral (values ('titulaire', t.siren, t.premier), ('siret', t.siret, true)) as f (facette, valeur, counts)
    where c.acheteur_siret = any($1::text[]) and f.counts and f.valeur is not null`,
};

const PERSPECTIVES = { prestataire: PRESTATAIRE, acheteur: ACHETEUR };

/**
 * @param keys SIRENs of contractors or SIRETs of buyers.
 * @param today in Paris, `YYYY-MM-DD`.
 * @returns one for each key.
 */
export async function readHoldings(
  manager: EntityManager,
  whose: keyof typeof PERSPECTIVES,
  keys: readonly string[],
  today: string,
): Promise<Map<string, Holdings>> {
  const perspective = PERSPECTIVES[whose];
  const ask = async <T>(sql: string, ...values: unknown[]) =>
    groupBy(await manager.query<(T & { cle: string })[]>(sql, [keys, ...values]), ({ cle }) => cle);
  const totals = await ask<Totals>(totalsSql(perspective), today);
  const facets = await ask<Facet & { facette: Facette }>(facetsSql(perspective));
  const latest = await ask<Listed>(latestSql(perspective));
  const ending = await ask<Listed>(endingSql(perspective), today);
  return new Map(
    keys.map((key) => {
      const counted = groupBy(facets.get(key) ?? [], ({ facette }) => facette);
      return [
        key,
        {
          totals: totals.get(key)?.[0] ?? NO_CONTRACT,
          facet: (facette) => counted.get(facette) ?? [],
          derniers_marches: latest.get(key) ?? [],
          contrats_a_echeance: ending.get(key) ?? [],
        },
      ];
    }),
  );
}

/**
 * Each window moves on one exact day: months are added to the contract's own days and never taken from today, since
 * 31 March less a month and 28 February plus one are not the same distance.
 */
function totalsSql({ rows }: Perspective): string {
  return `select cle, count(*)::int as nombre, (sum(montant) * 100)::float8 as total,
    percentile_cont(0.5) within group (order by (montant * 100)::float8) as mediane,
    (count(*) filter (where jour <= $2 and an_plus_1 > $2))::int as nombre_12m,
    (sum(montant) filter (where jour <= $2 and an_plus_1 > $2) * 100)::float8 as total_12m,
    (sum(montant) filter (where an_plus_1 <= $2 and an_plus_2 > $2) * 100)::float8 as total_precedent,
    min(nullif(jour, '-infinity'))::text as premiere, nullif(max(jour), '-infinity')::text as derniere,
    least(min(jour) filter (where jour > $2), min(an_plus_1) filter (where an_plus_1 > $2),
      min(an_plus_2) filter (where an_plus_2 > $2), min(echeance) filter (where echeance > $2),
      min(fin + 1) filter (where fin + 1 > $2))::text as change_le
  from (select h.cle, h.jour, h.montant, h.fin, (h.jour + interval '12 months')::date as an_plus_1,
      (h.jour + interval '24 months')::date as an_plus_2, (h.fin - interval '12 months')::date as echeance
    from ${rows} h where h.cle = any($1::text[])) as h
  group by cle`.replaceAll('$2', '$2::date');
}

function facetsSql({ facets }: Perspective): string {
  return `select cle, facette, valeur, count(*)::int as nombre, (sum(montant) * 100)::float8 as total,
    nullif(max(jour), '-infinity')::text as derniere
  from (${facets}) as f group by cle, facette, valeur`;
}

function latestSql({ rows }: Perspective): string {
  return `select h.cle, h.rang, c.item from unnest($1::text[]) as k (cle)
  cross join lateral (select h.cle, h.rang, h.n, h.jour from ${rows} h where h.cle = k.cle
    order by h.jour desc, h.n desc limit ${DERNIERS_MARCHES}) as h
  join read.contrat c using (n) order by h.jour desc, h.n desc`;
}

function endingSql({ rows }: Perspective): string {
  return `select h.cle, h.rang, c.item from unnest($1::text[]) as k (cle)
  cross join lateral (select h.cle, h.rang, h.n, h.fin from ${rows} h where h.cle = k.cle and h.fin >= $2::date
      and (h.fin - interval '12 months')::date <= $2::date
    order by h.fin, h.n limit ${CONTRATS_A_ECHEANCE}) as h
  join read.contrat c using (n) order by h.fin, h.n`;
}

function groupBy<T, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return groups;
}

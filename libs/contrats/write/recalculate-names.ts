import type { ContratServi } from '#contract/contrats';
import type { EntityManager } from 'typeorm';
import type { Listed } from './recalculate-holdings.js';

/** How many of the latest contracts are asked for a name that SIRENE does not give. */
const ASKED = 20;

/** Two that have contracts together. */
export interface Pair {
  /** SIREN. */
  titulaire: string;
  /** SIRET. */
  acheteur: string;
}

/** The name of a contractor, as the latest of these contracts that names it does. */
export function titulaireNamedIn(contracts: readonly Listed[]): string | null {
  return firstName(contracts, ({ titulaire, cotitulaires }, rang) =>
    rang === 0 ? (titulaire?.nom ?? null) : (cotitulaires[rang - 1]?.nom ?? null),
  );
}

/** The name of a buyer, as the latest of these contracts that names it does. */
export function acheteurNamedIn(contracts: readonly Listed[]): string | null {
  return firstName(contracts, ({ acheteur }) => acheteur.nom);
}

function firstName(
  contracts: readonly Listed[],
  nameIn: (contrat: ContratServi, rang: number) => string | null,
): string | null {
  for (const { item, rang } of contracts) {
    const nom = nameIn(JSON.parse(item) as ContratServi, rang);
    if (nom !== null) return nom;
  }
  return null;
}

/**
 * Contracts of pairs of which one has no name in SIRENE, the latest first: few companies stay unknown once SIRENE is
 * imported.
 * @returns by `pairKey`.
 */
export async function contractsOfPairs(manager: EntityManager, pairs: readonly Pair[]): Promise<Map<string, Listed[]>> {
  if (pairs.length === 0) return new Map();
  const rows = await manager.query<(Pair & { contracts: Listed[] })[]>(
    `select p.titulaire, p.acheteur,
       (select json_agg(json_build_object('item', c.item, 'rang', h.rang) order by h.jour desc, h.n desc)
        from (select h.n, h.rang, h.jour from read.contrat_titulaire h
          where h.siren = p.titulaire and h.acheteur_siret = p.acheteur and h.premier
          order by h.jour desc, h.n desc limit ${ASKED}) as h
        join read.contrat c using (n)) as contracts
     from unnest($1::text[], $2::text[]) as p (titulaire, acheteur)`,
    [pairs.map(({ titulaire }) => titulaire), pairs.map(({ acheteur }) => acheteur)],
  );
  return new Map(rows.map((row) => [pairKey(row), row.contracts]));
}

export function pairKey({ titulaire, acheteur }: Pair): string {
  return `${titulaire} ${acheteur}`;
}

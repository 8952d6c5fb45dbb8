import type { AvisFacts } from '../fold/facts.js';
import type { IdentityKeys, Publication } from '#sources/publication';

/**
 * What the matching knows of an avis: a small record, safe to store as JSON. Fields of the notice keep the contract's
 * names and units.
 */
export interface MatchNotice {
  /** The avis' id. */
  id: string;
  source: string;
  /** Identifiers in its source of all its publications: what other sources may cite. */
  identifiants: string[];
  titre: string | null;
  acheteur: { nom: string | null; siret: string | null; departement: string | null };
  /**
   * Every deadline that its publications stated, RFC 3339 in UTC, without repetition, the one in force first. A
   * correction may have reached one source and not the other: any deadline in common says the same.
   */
  dates_limites: string[];
  /** Day of the initial publication, YYYY-MM-DD. */
  date_publication: string | null;
  cpv: string | null;
  type_marche: string | null;
  budget: number | null;
  nb_lots: number | null;
  /** Departments of execution, else the buyer's; `[]` when unknown. */
  departements: string[];
  keys: IdentityKeys;
}

/** The record of a folded notice. @param publications those it was folded from. */
export function matchNoticeOf(id: string, facts: AvisFacts, publications: readonly Publication[]): MatchNotice {
  const { content } = facts;
  const declared = content.lieu_execution?.departements ?? [];
  const departement = content.acheteur.departement;
  const stated = publications.map((one) => one.content.date_limite ?? null);
  return {
    id,
    source: facts.source,
    identifiants: [...new Set([facts.racine, ...publications.map((one) => one.identifiant)])].sort(),
    titre: content.titre,
    acheteur: content.acheteur,
    dates_limites: [...new Set([content.date_limite, ...stated.sort()].filter((date) => date !== null))],
    date_publication: facts.date_publication,
    cpv: content.cpv,
    type_marche: content.type_marche,
    budget: content.budget,
    nb_lots: content.nb_lots,
    departements: declared.length > 0 ? declared : departement === null ? [] : [departement],
    keys: facts.keys,
  };
}

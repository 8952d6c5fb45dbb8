import { Conditions } from '#platform/database/conditions';
import { askedSirens, type ContratsFilters } from './contrats-filters.js';

/**
 * Lengths of CPV prefixes that have an index. Any other prefix is looked for behind the longest of them that it starts
 * with: no group of three digits holds more than a tenth of the contracts, none of five more than a twentieth.
 */
export const CPV_INDEXED = [5, 3, 2] as const;

/** Conditions on columns that read.contrat and read.contrat_titulaire share, but for the holders. */
export function sharedConditions(filters: ContratsFilters): Conditions {
  const conditions = new Conditions();
  const { acheteur_siret, departement, cpv, date_min, date_max, montant_min, montant_max } = filters;
  if (acheteur_siret !== undefined) conditions.add('c.acheteur_siret = ?', acheteur_siret);
  if (departement !== undefined) conditions.add('c.departement = ?', departement);
  if (cpv !== undefined) addCpv(conditions, cpv);
  if (date_min !== undefined) conditions.add('c.jour >= ?::date', date_min);
  else if (date_max !== undefined) conditions.add("c.jour > '-infinity'");
  if (date_max !== undefined) conditions.add('c.jour <= ?::date', date_max);
  if (montant_min !== undefined) conditions.add('c.montant >= ?::numeric', montant_min);
  if (montant_max !== undefined) conditions.add('c.montant <= ?::numeric', montant_max);
  return conditions;
}

function addCpv(conditions: Conditions, cpv: string): void {
  const length = CPV_INDEXED.find((one) => one <= cpv.length) ?? cpv.length;
  conditions.add(`left(c.cpv, ${length}) = ?`, cpv.slice(0, length));
  if (cpv.length > length) conditions.add('c.cpv ^@ ?', cpv);
}

/** Rows of read.contrat_titulaire of the one company that is asked for. */
export function holderConditions(filters: ContratsFilters): Conditions {
  const conditions = sharedConditions(filters);
  conditions.add('c.siren = ?', askedSirens(filters)[0]);
  const { titulaire_siret } = filters;
  return titulaire_siret === undefined ? conditions.add('c.premier') : conditions.add('c.siret = ?', titulaire_siret);
}

/**
 * Rows of read.contrat with these words, or held by several companies together.
 * @param found whether the buyer finds them: the words are then written so that no index answers them.
 */
export function wordsConditions(filters: ContratsFilters, found = false): Conditions {
  const conditions = sharedConditions(filters);
  const { titulaire_siret, q } = filters;
  const sirens = askedSirens(filters);
  if (sirens.length > 0) conditions.add('c.titulaires @> ?::text[]', sirens);
  if (titulaire_siret !== undefined) {
    const [siren, siret] = [conditions.value(sirens[0]), conditions.value(titulaire_siret)];
    conditions.add(
      `exists (select from read.contrat_titulaire t where t.n = c.n and t.siren = ${siren} and t.siret = ${siret})`,
    );
  }
  // Words joined by AND, whatever signs they hold: nothing in `q` is read as an operator.
  const words = "c.recherche @@ plainto_tsquery('read.francais', ?)";
  if (q !== undefined) conditions.add(found ? `(${words}) is true` : words, q);
  return conditions;
}

import type { LieuExecution } from '#contract/avis';
import { type Cleaned, type Collector, kept, refused } from '../values/cleaned.js';
import { departement, departementOfNuts, departementOfPostcode } from '../values/place.js';
import { at, listeDeTextes } from './json.js';
import type { BoampRecord } from './record.js';

/**
 * Where the contract is carried out: the departments that the gazette indexes for it (`code_departement_prestation`,
 * `DEP_PRESTATION`; never `code_departement`, which are those of publication), those found in the notice's own place, and
 * that of its NUTS code. Null when the notice declares nothing.
 */
export function declaredPlace(
  record: BoampRecord,
  found: readonly string[],
  nuts: string | null,
  collector: Collector,
): LieuExecution | null {
  const indexed = [
    ...listeDeTextes(record.flat.code_departement_prestation),
    ...listeDeTextes(at(record.gestion, 'INDEXATION.DEP_PRESTATION')),
  ];
  const code = nuts === null || nuts === '' ? null : nuts.toUpperCase();
  const ofNuts = code === null ? null : departementOfNuts(code);
  const known = [...new Set(indexed)].flatMap(
    (raw) => collector.keep('lieu_execution.departements', departement(raw)) ?? [],
  );
  const code_nuts = code === null ? null : collector.keep('lieu_execution.code_nuts', knownNuts(code));
  const departements = [...new Set([...known, ...found, ...(ofNuts === null ? [] : [ofNuts])])].sort();
  return departements.length === 0 && code_nuts === null ? null : { departements, code_nuts };
}

/** Codes of France are checked at full length; other countries' (cross-border places) only for their form. */
function knownNuts(code: string): Cleaned<string> {
  const known = /^FR...$/.test(code) ? departementOfNuts(code) !== null : /^[A-Z]{2}[0-9A-Z]{0,3}$/.test(code);
  return known ? kept(code) : refused('nuts_inconnu', code);
}

/** Departments that a place in words names by code: « (59) Nord », « Compiègne 60200 ». Names alone are not guessed. */
export function departementsInText(place: string | null): string[] {
  const codes = [...(place ?? '').matchAll(/\((\d{2,3}|2[AB])\)/gi)].map(([, code]) => departement(code).value);
  const postcodes = [...(place ?? '').matchAll(/(?<!\d)\d{5}(?!\d)/g)].map(([cp]) => departementOfPostcode(cp));
  return [...codes, ...postcodes].filter((code) => code !== null);
}

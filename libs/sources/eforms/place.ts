import type { LieuExecution } from '#contract/avis';
import { type Collector, kept, refused } from '../values/cleaned.js';
import { departementOfNuts, departementOfPostcode } from '../values/place.js';
import { isFrenchCountry } from './countries.js';
import { codeOf } from './language.js';
import type { EformsNode } from './node.js';

/**
 * Where a contract is carried out: departments of every place declared for the procedure or its lots, and the NUTS code of
 * the first. Null when nothing is declared (« anywhere » declares nothing).
 */
export function placeOf(projects: readonly EformsNode[], collector: Collector): LieuExecution | null {
  const addresses = projects.flatMap((project) => project.all('cac:RealizedLocation/cac:Address'));
  const codes = addresses.flatMap((address) => codeOf(address.first('cbc:CountrySubentityCode'))?.toUpperCase() ?? []);
  const departements = addresses.flatMap((address) => departementOfAddress(address) ?? []);
  for (const code of new Set(codes)) collector.keep('lieu_execution.code_nuts', knownNuts(code));
  const [first] = codes;
  if (first === undefined && departements.length === 0) return null;
  return { departements: [...new Set(departements)].sort(), code_nuts: first ?? null };
}

/** By NUTS code, which is what eForms ask for; by postcode where it does not tell the department. */
function departementOfAddress(address: EformsNode): string | null {
  const nuts = codeOf(address.first('cbc:CountrySubentityCode'));
  const known = nuts === null ? null : departementOfNuts(nuts);
  if (known !== null) return known;
  const country = codeOf(address.first('cac:Country/cbc:IdentificationCode'));
  const postcode = codeOf(address.first('cbc:PostalZone'));
  return postcode !== null && isFrenchCountry(country ?? 'FRA') ? departementOfPostcode(postcode) : null;
}

/** A full French code that no version of the classification knows is noted; `FRZZZ` is « outside any region ». */
export function knownNuts(code: string) {
  const suspect = /^FR...$/.test(code) && !/Z{3}$/.test(code) && departementOfNuts(code) === null;
  return suspect ? refused<string>('nuts_inconnu', code) : kept(code);
}

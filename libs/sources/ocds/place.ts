import type { LieuExecution } from '#contract/avis';
import { isFrenchCountry } from '../eforms/countries.js';
import { knownNuts } from '../eforms/place.js';
import type { Collector } from '../values/cleaned.js';
import { departement, departementOfNuts } from '../values/place.js';
import { at, type Node, nodes, word, words } from './json.js';

const NUTS = /^[A-Z]{2}[0-9A-Z]{1,3}$/;

/**
 * Where a contract is carried out: the departments of every delivery address of the items and lots, and the NUTS code of
 * the first that has one (`region`, or a location of scheme NUTS). Null when nothing is declared.
 */
export function placeOf(delivered: readonly Node[], collector: Collector): LieuExecution | null {
  const addresses = delivered
    .flatMap((node) => [...nodes(at(node, 'deliveryAddress')), ...nodes(at(node, 'deliveryAddresses'))])
    .filter(isFrench);
  const gazetteers = delivered
    .flatMap((node) => [...nodes(at(node, 'deliveryLocation')), ...nodes(at(node, 'deliveryLocations'))])
    .flatMap((location) => nodes(at(location, 'gazetteer')))
    .filter((gazetteer) => /nuts/i.test(word(at(gazetteer, 'scheme')) ?? ''));
  const regions = addresses.map((address) => word(at(address, 'region')) ?? '');
  const codes = [...regions, ...gazetteers.flatMap((gazetteer) => words(at(gazetteer, 'identifiers')))]
    .map((code) => code.toUpperCase())
    .filter((code) => NUTS.test(code));
  for (const code of new Set(codes)) collector.keep('lieu_execution.code_nuts', knownNuts(code));
  const departements = [
    ...codes.map(departementOfNuts),
    ...addresses.map((address) => departementOf(address, collector)),
  ].filter((code) => code !== null);
  const [first] = codes;
  if (first === undefined && departements.length === 0) return null;
  return { departements: [...new Set(departements)].sort(), code_nuts: first ?? null };
}

/** By postcode; by region where that is a department's code. */
function departementOf(address: Node, collector: Collector): string | null {
  const postcode = word(at(address, 'postalCode'));
  if (postcode !== null) return collector.keep('lieu_execution.departements', departement(postcode));
  const region = word(at(address, 'region'));
  return region === null ? null : departement(region).value;
}

/** Addresses abroad (a hospital across the border) have no department. */
function isFrench(address: Node): boolean {
  const country = word(at(address, 'country')) ?? word(at(address, 'countryName'));
  return country === null || !/^[A-Z]{2,3}$/.test(country) || isFrenchCountry(country);
}

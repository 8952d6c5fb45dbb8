import type { AcheteurAvis } from '#contract/avis';
import { isFrenchCountry } from '../eforms/countries.js';
import { type Cleaned, type Collector, firstCleaned, kept } from '../values/cleaned.js';
import { departement, departementOfNuts } from '../values/place.js';
import { isSiret, siret } from '../values/siret.js';
import { line } from '../values/text.js';
import { at, type Node, nodes, scalar, word, words } from './json.js';

/**
 * What a release says of the buyer, most precise first: the party that `buyer` points to, else the lead buyer, a buyer,
 * the procuring entity among `parties`; then `buyer` itself, which OCDS 1.0 gives whole.
 */
export function buyerNodes(release: Node): Node[] {
  const parties = nodes(at(release, 'parties'));
  const withRole = (role: string) => parties.find((party) => words(at(party, 'roles')).includes(role));
  const pointed = (reference: unknown) => {
    const id = word(at(reference, 'id'));
    return id === null ? undefined : parties.find((party) => word(at(party, 'id')) === id);
  };
  const buyer = at(release, 'buyer');
  const entity = at(release, 'tender', 'procuringEntity');
  const named = [pointed(buyer), withRole('leadBuyer'), withRole('buyer')].find((party) => party !== undefined);
  const own = [named, ...nodes(buyer)].filter((node) => node !== undefined);
  if (own.length > 0) return own;
  return [pointed(entity) ?? withRole('procuringEntity'), ...nodes(entity)].filter((node) => node !== undefined);
}

/** ISO 3166-1 code of a buyer whose address names a country other than France by its code; null otherwise. */
export function foreignCountry(buyer: readonly Node[]): string | null {
  const code = firstWord(buyer.map((node) => at(node, 'address', 'country') ?? at(node, 'address', 'countryName')));
  return code !== null && /^[A-Z]{2,3}$/.test(code) && !isFrenchCountry(code) ? code : null;
}

export function acheteurOf(buyer: readonly Node[], collector: Collector): AcheteurAvis {
  return {
    nom: nameOf(buyer),
    siret: collector.keep('acheteur.siret', siretOf(buyer)),
    departement: departementOf(buyer, collector),
  };
}

export function nameOf(buyer: readonly Node[]): string | null {
  const names = buyer.flatMap((node) => [at(node, 'name'), at(node, 'identifier', 'legalName')]);
  return names.map(line).find((name) => name !== null) ?? null;
}

/** Schemes of French registers: FR-SIRET first, then FR-RCS, FR-SIREN… which give nine digits at best. */
function siretOf(buyer: readonly Node[]): Cleaned<string> {
  const identifiers = buyer
    .flatMap((node) => [...nodes(at(node, 'identifier')), ...nodes(at(node, 'additionalIdentifiers'))])
    .map((node) => ({ scheme: (word(at(node, 'scheme')) ?? '').toUpperCase(), id: scalar(at(node, 'id')) }))
    .filter(({ scheme }) => scheme === '' || /^(FR\b|SIRE)/.test(scheme));
  const establishments = identifiers.filter(({ scheme }) => scheme.includes('SIRET'));
  const others = identifiers.filter(({ scheme }) => !scheme.includes('SIRET'));
  const written = [...establishments, ...others].map(({ id }) => id);
  // `parties[].id` is by recommendation scheme and identifier joined, `FR-SIRET-21420218300017`.
  const own = buyer.flatMap((node) => {
    const id = word(at(node, 'id')) ?? '';
    const rest = /^FR-[A-Z]+-(.+)$/.exec(id)?.[1] ?? (isSiret(id) ? id : undefined);
    return rest ?? [];
  });
  return firstCleaned(...[...written, ...own].map((id) => () => siret(withoutScheme(id))));
}

function withoutScheme(id: string | number | null): string | number | null {
  return typeof id === 'string' ? id.replace(/^\s*FR-[A-Z]+-/i, '') : id;
}

/** By postcode; by region, a NUTS code or a department's, where there is none. */
function departementOf(buyer: readonly Node[], collector: Collector): string | null {
  const postcode = firstWord(buyer.map((node) => at(node, 'address', 'postalCode')));
  const region = firstWord(buyer.map((node) => at(node, 'address', 'region')));
  const known = collector.keep('acheteur.departement', postcode === null ? kept<string>(null) : departement(postcode));
  if (known !== null || region === null) return known;
  return departementOfNuts(region) ?? departement(region).value;
}

function firstWord(values: readonly unknown[]): string | null {
  return values.map(word).find((value) => value !== null) ?? null;
}

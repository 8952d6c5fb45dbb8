import type { AcheteurAvis } from '#contract/avis';
import { type Collector, firstCleaned } from '../values/cleaned.js';
import { departementOfNuts, departementOfPostcode } from '../values/place.js';
import { siret } from '../values/siret.js';
import { line } from '../values/text.js';
import { inExtension } from './extension.js';
import { isFrenchCountry } from './countries.js';
import { codeOf, inFrench } from './language.js';
import type { EformsNode } from './node.js';

export interface Buyer {
  acheteur: AcheteurAvis;
  /** ISO 3166-1 alpha-3, `FRA`; null when the notice does not say. */
  country: string | null;
}

/**
 * The buyer of a notice: the organisation that `cac:ContractingParty` points to. Of several, the French leader of the
 * group, else the first French one, else the first. The list of organisations also holds tribunals and senders.
 * Null when no contracting party resolves to an organisation.
 */
export function buyerOf(root: EformsNode, collector: Collector): Buyer | null {
  const organisations = inExtension(root, 'efac:Organizations/efac:Organization');
  const buyers = root
    .children('cac:ContractingParty')
    .flatMap((party) => party.all('cac:Party/cac:PartyIdentification/cbc:ID'))
    .map((id) => organisations.find((candidate) => identifierOf(candidate) === codeOf(id)))
    .filter((organisation) => organisation !== undefined)
    .filter((organisation) => identifierOf(organisation) !== null);
  const french = buyers.filter((organisation) => isFrenchCountry(countryOf(organisation)));
  const buyer = french.find(leads) ?? french[0] ?? buyers[0];
  if (buyer === undefined) return null;
  return { acheteur: acheteurOf(buyer, collector), country: countryOf(buyer) };
}

/** `ORG-0001`; null when the organisation has no identifier. */
export function identifierOf(organisation: EformsNode): string | null {
  return codeOf(organisation.first('efac:Company/cac:PartyIdentification/cbc:ID'));
}

function leads(organisation: EformsNode): boolean {
  return codeOf(organisation.first('efbc:GroupLeadIndicator')) === 'true';
}

function countryOf(organisation: EformsNode): string | null {
  return codeOf(organisation.first('efac:Company/cac:PostalAddress/cac:Country/cbc:IdentificationCode'));
}

function acheteurOf(organisation: EformsNode, collector: Collector): AcheteurAvis {
  const name = line(inFrench(organisation.all('efac:Company/cac:PartyName/cbc:Name')));
  // A foreign buyer has neither a SIRET nor a department: its own numbers are not mistakes.
  if (!isFrenchCountry(countryOf(organisation) ?? 'FRA')) return { nom: name, siret: null, departement: null };
  const numbers = organisation.all('efac:Company/cac:PartyLegalEntity/cbc:CompanyID');
  return {
    nom: name,
    siret: collector.keep('acheteur.siret', firstCleaned(...numbers.map((number) => () => siret(number.text)))),
    departement: departementOfAddress(organisation.first('efac:Company/cac:PostalAddress')),
  };
}

/** By postcode, which buyers know by heart; by NUTS code where there is none. */
function departementOfAddress(address: EformsNode | null): string | null {
  const postcode = codeOf(address?.first('cbc:PostalZone'));
  const nuts = codeOf(address?.first('cbc:CountrySubentityCode'));
  return (
    (postcode === null ? null : departementOfPostcode(postcode)) ?? (nuts === null ? null : departementOfNuts(nuts))
  );
}

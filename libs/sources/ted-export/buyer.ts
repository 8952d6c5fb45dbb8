import type { AcheteurAvis } from '#contract/avis';
import { isFrenchCountry } from '../eforms/countries.js';
import type { EformsNode } from '../eforms/node.js';
import type { Collector } from '../values/cleaned.js';
import { departementOfNuts, departementOfPostcode } from '../values/place.js';
import { siret } from '../values/siret.js';
import { line } from '../values/text.js';
import { trimmed } from './coded-data.js';

/**
 * The buyer of a form of release 2.0.9: the contracting body, or the first French one of those that buy with it.
 * @param fallbackCountry the notice's country, where the address gives none.
 */
export function buyerOf(form: EformsNode, fallbackCountry: string | null, collector: Collector): AcheteurAvis | null {
  const main = form.all('CONTRACTING_BODY/ADDRESS_CONTRACTING_BODY');
  const addresses = [...main, ...form.all('CONTRACTING_BODY/ADDRESS_CONTRACTING_BODY_ADDITIONAL')];
  const buyer = addresses.find((address) => isFrenchCountry(countryOf(address) ?? fallbackCountry)) ?? addresses[0];
  if (buyer === undefined) return null;
  return acheteurOf(buyer, buyer.first('OFFICIALNAME'), buyer.first('NATIONALID'), collector);
}

/** The buyer at an address, its name and number standing where the release puts them. */
export function acheteurOf(
  address: EformsNode,
  name: EformsNode | null,
  number: EformsNode | null,
  collector: Collector,
): AcheteurAvis {
  const postcode = trimmed(address.first('POSTAL_CODE'));
  const nuts = address.first('NUTS')?.attribute('CODE') ?? null;
  return {
    nom: line(name?.text ?? null),
    siret: collector.keep('acheteur.siret', siret(number?.text ?? null)),
    departement:
      (postcode === null ? null : departementOfPostcode(postcode)) ?? (nuts === null ? null : departementOfNuts(nuts)),
  };
}

function countryOf(address: EformsNode): string | null {
  return address.first('COUNTRY')?.attribute('VALUE') ?? null;
}

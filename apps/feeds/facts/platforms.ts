import { sourceOf } from '#sources/registry';
import { Draws } from '../draws.js';
import { type ListingSource } from '../listing/item.js';
import { citedAddressOf } from '../rss/address.js';

/** A buyer profile and the address of one consultation on it, in the forms of docs/sources.md C.3.4. */
export interface Consultation {
  /** Home page of the profile. */
  profil: string;
  /** Address of the consultation; the same as `profil` when the notice gives only the home page. */
  adresse: string;
}

/** Where a procedure's platform shows it: which source, under which of its numbers. */
export interface Home {
  readonly source: ListingSource;
  readonly numero: number;
}

/** Measured, T1 2021: 12.2 % of the addresses name the consultation; 2026 notices do more often. */
const NAMES_THE_CONSULTATION = 0.35;

/** Share of the addresses of buyer profiles, T1 2021 (docs/sources.md A); the numbers below 0.8 % are invented. */
export const PLATFORM_WEIGHTS: readonly (readonly [ListingSource, number])[] = [
  ['achatpublic', 14.6],
  ['aws', 13.6],
  ['place', 10.2],
  ['marches_securises', 7.2],
  ['e_marchespublics', 5.2],
  ['maximilien', 4.1],
  ['megalis_bretagne', 2.6],
  ['xmarches', 1.7],
  ['marchespublics596280', 1.6],
  ['ampa', 1.2],
  ['ternum_bfc', 1.0],
  ['klekoon', 0.8],
  ['alsace_marches_publics', 0.8],
];

/** What a gazette's notice gives as the address of the consultation; a buyer without a listed platform has its own site. */
export function drawConsultation(seed: number, draws: Draws, home: Home | null, buyer: BuyerOfSite): Consultation {
  const names = draws.chance(NAMES_THE_CONSULTATION);
  const variant = draws.between(0, 2);
  if (home === null) {
    const profil = buyer.site.replace('https://www.', 'https://marches.');
    return { profil, adresse: names ? `${profil}/consultations/${draws.between(1000, 99_999)}` : profil };
  }
  const profil = homePageOf(home.source);
  return { profil, adresse: names ? consultationAddress(home, acronymOf(seed, buyer.siret), variant) : profil };
}

interface BuyerOfSite {
  readonly site: string;
  readonly siret: string;
}

export function homePageOf(source: ListingSource): string {
  return sourceOf(source)?.url ?? '';
}

/** The address of a consultation on its platform, as notices elsewhere give it; `variant` 0 to 2 is one of Atexo's three. */
export function consultationAddress(home: Home, organisme: string, variant: number): string {
  const site = homePageOf(home.source);
  switch (sourceOf(home.source)?.adapter) {
    case 'rss':
      return citedAddressOf(home);
    case 'ocds':
      return `${site}/consultation/${home.numero}`;
    default: {
      const list = `${site}/?page=entreprise.EntrepriseAdvancedSearch&AllCons`;
      return [
        `${site}/entreprise/consultation/${home.numero}?orgAcronyme=${organisme}`,
        `${list}&id=${home.numero}&orgAcronyme=${organisme}`,
        `${list}&refConsultation=${home.numero}&orgAcronyme=${organisme}`,
      ][variant] as string;
    }
  }
}

const LETTERS = 'abcdefghijkmnopqrstuvwxyz';

/** A buyer's acronym on the portals of one software: the same for all its consultations. */
export function acronymOf(seed: number, siret: string): string {
  const draws = new Draws(seed, `acronyme.${siret}`);
  return `${LETTERS.charAt(draws.between(0, LETTERS.length - 1))}${draws.between(0, 9)}${LETTERS.charAt(draws.between(0, LETTERS.length - 1))}`;
}

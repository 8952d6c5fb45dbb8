import { Draws } from '../draws.js';

/** A buyer profile and the address of one consultation on it, in the forms of docs/sources.md C.3.4. */
export interface Consultation {
  /** Home page of the profile. */
  profil: string;
  /** Address of the consultation; the same as `profil` when the notice gives only the home page. */
  adresse: string;
}

/** Measured, T1 2021: 12.2 % of the addresses name the consultation; 2026 notices do more often. */
const NAMES_THE_CONSULTATION = 0.35;

const id = (draws: Draws): number => draws.between(100_000, 3_999_999);

/** [weight (docs/sources.md A), home page, address of a consultation]. */
const PLATFORMS: readonly (readonly [number, string, (draws: Draws) => string])[] = [
  [
    14.6,
    'https://www.achatpublic.com',
    (d) => `https://www.achatpublic.com/sdm/ent/gen/ent_detail.do?PCSLID=CSL_2026_${letters(d)}`,
  ],
  [
    13.6,
    'https://www.marches-publics.info',
    (d) => `https://www.marches-publics.info/mpiaws/index.cfm?fuseaction=dematEnt.login&type=DCE&IDM=${id(d)}`,
  ],
  [
    10.2,
    'https://www.marches-publics.gouv.fr',
    (d) => `https://www.marches-publics.gouv.fr/entreprise/consultation/${id(d)}?orgAcronyme=${acronym(d)}`,
  ],
  [
    7.2,
    'https://www.marches-securises.fr',
    (d) => `https://www.marches-securises.fr/entreprise/?module=consultation|${id(d)}`,
  ],
  [
    6.9,
    'https://marches.maximilien.fr',
    (d) =>
      `https://marches.maximilien.fr/?page=entreprise.EntrepriseAdvancedSearch&AllCons&id=${id(d)}&orgAcronyme=${acronym(d)}`,
  ],
  [
    5.2,
    'https://www.e-marchespublics.com',
    (d) => `https://www.e-marchespublics.com/pack/annonce_marche_public_${id(d)}.html`,
  ],
  [
    2.6,
    'https://marches.megalis.bretagne.bzh',
    (d) => `https://marches.megalis.bretagne.bzh/entreprise/consultation/${id(d)}?orgAcronyme=${acronym(d)}`,
  ],
  [1.7, 'https://www.xmarches.fr', (d) => `https://www.xmarches.fr/entreprise/detailConsultation.php?key=${id(d)}`],
  [
    1.6,
    'https://marchespublics596280.fr',
    (d) => `https://marchespublics596280.fr/entreprise/consultation/${id(d)}?orgAcronyme=${acronym(d)}`,
  ],
];

export function drawConsultation(draws: Draws): Consultation {
  const [, profil, adresse] = draws.weighted(PLATFORMS.map((platform) => [platform, platform[0]] as const));
  const named = adresse(draws);
  return { profil, adresse: draws.chance(NAMES_THE_CONSULTATION) ? named : profil };
}

const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

function letters(draws: Draws): string {
  return Array.from({ length: 10 }, () => LETTERS.charAt(draws.between(0, LETTERS.length - 1))).join('');
}

function acronym(draws: Draws): string {
  return `${LETTERS.charAt(draws.between(0, 22))}${draws.between(0, 9)}${LETTERS.charAt(draws.between(0, 22))}`;
}

/** A buyer's acronym on the portals of one software: the same for all its consultations. */
export function acronymOf(seed: number, siret: string): string {
  return acronym(new Draws(seed, `acronyme.${siret}`));
}

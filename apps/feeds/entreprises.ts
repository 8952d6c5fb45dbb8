import { DEPARTEMENTS } from '#contract/departements';
import type { Taille } from '#contract/contrats';
import { CANARI } from '#contrats/sirene/canari';
import { Draws } from './draws.js';
import { drawTown, postcode, withCheckDigit } from './facts/buyers.js';

/** An invented company: its numbers and names exist nowhere. */
export interface Entreprise {
  n: number;
  /** 9 digits, valid. */
  siren: string;
  /** 1 to 30 establishments, the head office first; 14 digits, valid. */
  sirets: readonly string[];
  /** As registers and SIRENE write it. */
  nom: string;
  /** First and last name of a natural person; null for a company. */
  personne: { prenom: string; nom: string } | null;
  categorie: Taille | null;
  /** INSEE code of 4 digits. */
  categorie_juridique: string;
  /** NAF rev. 2 code, `43.21A`. */
  activite: string;
  /** False: only SIRENE says so; registers publish its name and numbers all the same. */
  diffusible: boolean;
  /** Of the head office. */
  commune: string;
  code_postal: string;
  departement: string;
}

export interface EtablissementSimule {
  siret: string;
  commune: string;
  code_postal: string;
  departement: string;
  /** Closed ones stay in SIRENE; the head office never is. */
  actif: boolean;
}

/** The canary is the company of this rank, whatever the seed: low, so that every register holds it. */
export const CANARI_N = 7;

/** SIRENs from 400 to 699 millions: buyers, La Poste and the canary are elsewhere or passed over. */
const FIRST = 40_000_000;
const COUNT = 30_000_000;
/** Prime: ranks are spread over all numbers, and no two have the same. */
const STRIDE = 7_368_787;

const TRADES = [
  'Bâtiment',
  'Travaux Publics',
  'Électricité',
  'Paysage',
  'Nettoyage',
  'Restauration',
  'Ingénierie',
  'Maçonnerie',
  'Informatique',
  'Transports',
  'Menuiserie',
  'Assainissement',
];
const ACTIVITIES = ['41.20B', '42.11Z', '43.21A', '81.30Z', '81.21Z', '56.29A', '71.12B', '43.99C', '62.02A', '49.39A'];
const OWNERS = ['Lemoal', 'Berthaud', 'Tavel', 'Courtial', 'Delmas', 'Guichard', 'Roussel', 'Kervella', 'Vasseur'];
const FIRST_NAMES = ['Camille', 'Denis', 'Élodie', 'François', 'Hélène', 'Jérôme', 'Léa', 'Mathieu', 'Noëlle', 'Yann'];
const COINED = ['Alti', 'Bréa', 'Corvi', 'Dalma', 'Éridan', 'Ferro', 'Gali', 'Horiz', 'Lumi', 'Nordi', 'Sogé', 'Verti'];
const ENDS = ['bat', 'nova', 'prest', 'services', 'tech', 'via', 'net', 'pro'];

const CATEGORIES: readonly (readonly [Taille | null, number])[] = [
  ['PME', 80],
  ['ETI', 9],
  ['GE', 4],
  [null, 7],
];
const LEGAL_FORMS: readonly (readonly [string, number])[] = [
  ['5710', 42],
  ['5499', 40],
  ['5599', 8],
  ['5720', 10],
];

/** The company of a rank, from 0; pure: registers and SIRENE that share the seed tell of the same one. */
export function entreprise(seed: number, n: number): Entreprise {
  const draws = new Draws(seed, `entreprise.${n}`);
  if (n === CANARI_N) return canari(draws);
  const siren = sirenOf(seed, n);
  const sole = draws.chance(0.08);
  const person = { prenom: draws.pick(FIRST_NAMES), nom: draws.pick(OWNERS).toUpperCase() };
  const count = sole ? 1 : 1 + Math.floor(30 * draws.unit() ** 6);
  const nom = sole ? `${person.prenom} ${person.nom}` : companyName(draws, n);
  return {
    n,
    siren,
    sirets: Array.from({ length: count }, (_, rank) => siretOf(siren, rank)),
    nom,
    personne: sole ? person : null,
    categorie: sole ? 'PME' : draws.weighted(CATEGORIES),
    categorie_juridique: sole ? '1000' : draws.weighted(LEGAL_FORMS),
    activite: draws.pick(ACTIVITIES),
    // Mostly natural persons: 3 in 100 of all.
    diffusible: !draws.chance(sole ? 0.25 : 0.011),
    ...place(draws),
  };
}

/** One of the company's establishments, by its rank in `sirets`. */
export function etablissement(seed: number, of: Entreprise, rank: number): EtablissementSimule {
  const siret = of.sirets[rank];
  if (siret === undefined) throw new RangeError(`company ${of.n} has no establishment ${rank}`);
  const { commune, code_postal, departement } = of;
  if (rank === 0) return { siret, commune, code_postal, departement, actif: true };
  const draws = new Draws(seed, `etablissement.${of.n}.${rank}`);
  return { siret, actif: draws.chance(0.8), ...place(draws) };
}

/** A company that wins a contract: of `among` ranks, the first ones win much, most little. */
export function drawEntreprise(seed: number, draws: Draws, among: number): Entreprise {
  return entreprise(seed, Math.floor(draws.unit() ** 2 * among));
}

function canari(draws: Draws): Entreprise {
  const { siren, sirets, prenom, nom } = CANARI;
  return {
    n: CANARI_N,
    siren,
    sirets,
    nom: `${prenom} ${nom}`,
    personne: { prenom, nom },
    categorie: 'PME',
    categorie_juridique: '1000',
    activite: '43.21A',
    diffusible: false,
    ...place(draws),
  };
}

function sirenOf(seed: number, n: number): string {
  return withCheckDigit(String(FIRST + ((n * STRIDE + (seed % COUNT)) % COUNT)));
}

function siretOf(siren: string, rank: number): string {
  return withCheckDigit(siren + String(rank + 1).padStart(4, '0'));
}

function companyName(draws: Draws, n: number): string {
  const trade = draws.pick(TRADES);
  const coined = draws.pick(COINED) + draws.pick(ENDS);
  switch (n % 4) {
    case 0:
      return `${coined} ${trade}`;
    case 1:
      return `${trade} ${draws.pick(OWNERS)} et Fils`;
    case 2:
      return `SOCIETE ${draws.pick(OWNERS)} ${drawTown(draws)}`.toUpperCase();
    default:
      return `Groupe ${coined}`;
  }
}

function place(draws: Draws): Pick<Entreprise, 'commune' | 'code_postal' | 'departement'> {
  const skewed = draws.chance(0.4) ? Math.floor(draws.unit() ** 2 * 60) + 34 : draws.between(0, 106);
  const departement = (DEPARTEMENTS[skewed % DEPARTEMENTS.length] as { code: string }).code;
  return { departement, commune: drawTown(draws), code_postal: postcode(draws, departement) };
}

import { type Day } from '../calendar.js';
import { Draws } from '../draws.js';
import { drawEntreprise, type Entreprise } from '../entreprises.js';
import { PLACES, type Subject, SUBJECTS } from '../facts/subjects.js';
import { contractKey, type ContractPlace } from './contracts.js';
import { type Identity, identityOf } from './identity.js';

export interface Holder {
  entreprise: Entreprise;
  siret: string;
}

export interface ContractModification {
  id: number;
  notification: Day;
  publication: Day;
  montant: number | null;
  dureeMois: number | null;
  holders: Holder[] | null;
}

/** What is true of one contract, before any register's spelling of it. */
export interface Contract extends Identity {
  key: string;
  subject: Subject;
  objet: string;
  nature: string;
  procedure: string;
  holders: Holder[];
  montant: number;
  dureeMois: number;
  notification: Day;
  publication: Day;
  modifications: ContractModification[];
  subcontractor: Holder | null;
  concession: boolean;
  offres: number;
  formePrix: 'Unitaire' | 'Forfaitaire' | 'Mixte';
  accordCadre: boolean;
}

const PROCEDURES: readonly (readonly [string, number])[] = [
  ['Procédure adaptée', 60],
  ["Appel d'offres ouvert", 28],
  ['Marché passé sans publicité ni mise en concurrence préalable', 6],
  ['Procédure avec négociation', 4],
  ["Appel d'offres restreint", 1.5],
  ['Dialogue compétitif', 0.5],
];
/** One company for about ten contracts, at least two hundred: the first ones win much. */
const COMPANIES_SHARE = 10;
const FEWEST_COMPANIES = 200;

/** docs/sources.md D.5: 5 to 15 in 100 have several holders. */
const SEVERAL_HOLDERS = 0.07;
const MODIFIED = 0.06;
const CONCESSION = 0.01;
const SUBCONTRACTED = 0.03;

export function companiesOf(size: number): number {
  return Math.max(FEWEST_COMPANIES, Math.floor(size / COMPANIES_SHARE));
}

/** The contract of a place, with the modifications that are published by a day; pure. */
export function contractAt(seed: number, size: number, place: ContractPlace, today: Day): Contract {
  const key = contractKey(place);
  const draws = new Draws(seed, key);
  const among = companiesOf(size);
  const subject = draws.pick(SUBJECTS);
  const objet = `${subject.objet} ${draws.pick(PLACES)}`;
  const [low, high] = subject.budget;
  const montant = Math.round(low * (high / low) ** draws.unit() * 100) / 100;
  const dureeMois = draws.pick([3, 6, 8, 12, 12, 12, 24, 36, 48, 48, 60]);
  const notification = place.day - draws.between(1, 60);
  const holders = draws.chance(SEVERAL_HOLDERS)
    ? Array.from({ length: draws.between(2, 4) }, () => drawHolder(seed, draws, among))
    : [drawHolder(seed, draws, among)];
  const contract = {
    ...identityOf(seed, place),
    key,
    subject,
    objet: draws.chance(0.4) ? `${objet} - lot ${draws.between(1, 12)} : ${draws.pick(subject.lots)}` : objet,
    nature: draws.chance(0.02) ? 'Marché de partenariat' : 'Marché',
    procedure: draws.weighted(PROCEDURES),
    holders,
    montant: draws.chance(0.5) ? Math.round(montant / 100) * 100 : montant,
    dureeMois,
    notification,
    publication: place.day,
    subcontractor: draws.chance(SUBCONTRACTED) ? drawHolder(seed, draws, among) : null,
    concession: draws.chance(CONCESSION),
    offres: draws.between(1, 12),
    formePrix: draws.pick(['Unitaire', 'Forfaitaire', 'Forfaitaire', 'Mixte'] as const),
    accordCadre: draws.chance(0.4),
  };
  const modifications = drawModifications(seed, contract, among).filter(({ publication }) => publication <= today);
  return { ...contract, modifications };
}

function drawHolder(seed: number, draws: Draws, among: number): Holder {
  const entreprise = drawEntreprise(seed, draws, among);
  // The head office wins most.
  const rank = draws.chance(0.7) ? 0 : draws.between(0, entreprise.sirets.length - 1);
  return { entreprise, siret: entreprise.sirets[rank] as string };
}

type Unmodified = Pick<Contract, 'key' | 'publication' | 'montant' | 'dureeMois'>;

function drawModifications(seed: number, contract: Unmodified, among: number): ContractModification[] {
  const draws = new Draws(seed, `modification.${contract.key}`);
  if (!draws.chance(MODIFIED)) return [];
  let at = contract.publication;
  return Array.from({ length: draws.pick([1, 1, 1, 2, 3]) }, (_, index) => {
    at += draws.between(20, 300);
    const what = draws.weighted([
      ['both', 40],
      ['montant', 35],
      ['duree', 10],
      ['titulaires', 5],
      ['nothing', 10],
    ] as const);
    // A quarter give the amount of the amendment alone instead of the new total (docs/sources.md D.2).
    const factor = draws.chance(0.25) ? draws.unit() * 0.3 : 1 + draws.unit() * 0.4;
    return {
      id: index + 1,
      notification: at - draws.between(0, 15),
      publication: at,
      montant: what === 'both' || what === 'montant' ? Math.round(contract.montant * factor * 100) / 100 : null,
      dureeMois: what === 'both' || what === 'duree' ? contract.dureeMois + draws.pick([3, 6, 12]) : null,
      holders: what === 'titulaires' ? [drawHolder(seed, draws, among)] : null,
    };
  });
}

import type { Registre } from '#contrats/registres';
import { dayText, parisOffset, type Day } from '../calendar.js';
import { Draws } from '../draws.js';
import { CANARI_N } from '../entreprises.js';
import { type Contract, type Holder } from './contract.js';

/** The faults of real registers, in the proportions of docs/sources.md, section D. A stream a contract and field. */
function drawsOf(seed: number, { key }: Contract, field: string): Draws {
  return new Draws(seed, `decp.${field}.${key}`);
}

/** D.2: 0, 1 euro, only nines, a hundred billions, now and then. */
export function publishedMontant(seed: number, contract: Contract): number {
  const spell = drawsOf(seed, contract, 'montant').weighted<(montant: number) => number>([
    [(montant) => montant, 9790],
    [() => 0, 110],
    [() => 1, 12],
    [() => 999_999_999, 53],
    [(montant) => montant * 1000, 30],
    [() => 99_999_999_999_999, 5],
  ]);
  return spell(contract.montant);
}

/** D.1: years 0218 and 5021; days not given, or with the zone of Paris. */
export function publishedNotification(
  seed: number,
  contract: Contract,
  registre: Registre,
  format: 2019 | 2022,
): string | null {
  const draws = drawsOf(seed, contract, 'notification');
  const day = dayText(contract.notification);
  if (draws.chance(registre === 'aife_dume' ? 0.1 : 0.001)) return null;
  if (draws.chance(0.0005)) return `0${day.slice(0, 1)}${day.slice(2)}`;
  if (draws.chance(0.0002)) return `5${day.slice(1)}`;
  return registre === 'pes_marche' && format === 2019 ? zoned(contract.notification) : day;
}

/** `2019-03-07+01:00`, as PES wrote days in 2019. */
export function zoned(day: Day): string {
  return `${dayText(day)}${parisOffset(day)}`;
}

/** D.4: check digits of PES, leading zeros that AIFE lost, codes that do not exist, none. */
export function publishedCpv(seed: number, contract: Contract, registre: Registre): string | null {
  const draws = drawsOf(seed, contract, 'cpv');
  const [main] = contract.subject.cpv;
  if (registre === 'aife_dume' && draws.chance(0.025)) return '99999999';
  if (registre === 'aife_dume' && draws.chance(0.006)) return null;
  if (registre === 'aife_dume' && main.startsWith('0')) return main.slice(1);
  return registre === 'pes_marche' || draws.chance(0.05) ? `${main}-${cpvCheck(main)}` : main;
}

function cpvCheck(cpv: string): number {
  return Array.from(cpv).reduce((sum, digit, at) => sum + Number(digit) * (at + 1), 0) % 10;
}

export interface PublishedPlace {
  code: string;
  typeCode: string;
}

/** D.4, PES 2022-26: of 5,301 codes 4,468 postcodes, 453 of two digits, 204 « FR », others odd. */
export function publishedPlace(seed: number, contract: Contract): PublishedPlace {
  const { cp, departement, nuts } = contract.buyer;
  return drawsOf(seed, contract, 'lieu').weighted<PublishedPlace>([
    [{ code: cp, typeCode: 'Code postal' }, 3968],
    [{ code: departement.length === 3 ? `${departement}01` : `${departement}001`, typeCode: 'Code commune' }, 500],
    [{ code: departement, typeCode: 'Code département' }, 453],
    [{ code: 'FR', typeCode: 'Code pays' }, 204],
    [{ code: departement.padStart(3, '0'), typeCode: 'Code département' }, 42],
    [{ code: nuts ?? 'FR', typeCode: 'Code région' }, 30],
    [{ code: 'COMM', typeCode: 'Code commune' }, 28],
    [{ code: 'DEP', typeCode: 'Code département' }, 18],
  ]);
}

export interface PublishedHolder {
  typeIdentifiant: string;
  id: string;
  nom: string;
}

/** D.3: SIRETs with spaces, of 15 digits, of a SIREN alone, that fail their check; foreign companies. */
const HOLDER_FAULTS: readonly (readonly [(holder: Holder) => Omit<PublishedHolder, 'nom'>, number])[] = [
  [({ siret }) => ({ typeIdentifiant: 'SIRET', id: siret }), 9500],
  [({ siret }) => ({ typeIdentifiant: 'SIRET', id: siret.replace(/(\d{3})(\d{3})(\d{3})/, '$1 $2 $3 ') }), 120],
  [({ siret }) => ({ typeIdentifiant: 'SIRET', id: siret.slice(0, 9) }), 80],
  [({ siret }) => ({ typeIdentifiant: 'SIRET', id: `${siret}0` }), 20],
  [({ siret }) => ({ typeIdentifiant: 'SIRET', id: siret.slice(0, 13) + String((Number(siret[13]) + 1) % 10) }), 150],
  [({ entreprise }) => ({ typeIdentifiant: 'TVA', id: vatOf(entreprise.siren) }), 60],
  [({ entreprise }) => ({ typeIdentifiant: 'TVA_INTRACOMMUNAUTAIRE', id: vatOf(entreprise.siren) }), 20],
  [({ entreprise }) => ({ typeIdentifiant: 'HORS-UE', id: `CH${entreprise.siren}` }), 30],
];

function vatOf(siren: string): string {
  return `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;
}

/** The numbers of the canary are right: nobody could tell by a wrong one that its name is to be hidden. */
function numbered(fault: (typeof HOLDER_FAULTS)[number][0], holder: Holder): Omit<PublishedHolder, 'nom'> {
  return holder.entreprise.n === CANARI_N ? { typeIdentifiant: 'SIRET', id: holder.siret } : fault(holder);
}

/** Each holder as published; now and then the first one twice. */
export function publishedHolders(seed: number, contract: Contract, holders: readonly Holder[]): PublishedHolder[] {
  const draws = drawsOf(seed, contract, 'titulaires');
  const published = holders.map((holder) => ({
    ...numbered(draws.weighted(HOLDER_FAULTS), holder),
    nom: draws.chance(0.3) ? holder.entreprise.nom.toUpperCase() : holder.entreprise.nom,
  }));
  const [first] = published;
  return first !== undefined && draws.chance(0.001) ? [first, ...published] : published;
}

/** Broken in the way of one platform: `{"titulaire":"typeIdentifiant"}`. */
export function hasBrokenHolder(seed: number, contract: Contract): boolean {
  return drawsOf(seed, contract, 'titulaire-casse').chance(0.0005);
}

/** The buyer's number, now and then of a SIRET that fails its check; null for a record that names no buyer. */
export function publishedBuyer(seed: number, contract: Contract): string | null {
  const draws = drawsOf(seed, contract, 'acheteur');
  if (draws.chance(0.0005)) return null;
  const { siret } = contract.buyer;
  return draws.chance(0.005) ? siret.slice(0, 13) + String((Number(siret[13]) + 3) % 10) : siret;
}

/** D.5: capitals in two of three at PES, HTML at AWS, entities, lost apostrophes, U+FFFD in what AIFE wrote in 2019. */
export function publishedObjet(seed: number, contract: Contract, registre: Registre, format: 2019 | 2022): string {
  const draws = drawsOf(seed, contract, 'objet');
  let { objet } = contract;
  if (registre === 'pes_marche' && draws.chance(0.665)) objet = objet.toUpperCase();
  if (registre === 'decp_minef' && draws.chance(0.07)) objet = `<p>${objet}</p>`;
  if (draws.chance(0.005)) objet = objet.replaceAll('’', '&#8217;');
  if (draws.chance(0.004)) objet = objet.replaceAll(/[’']/g, '?');
  return registre === 'aife_dume' && format === 2019 ? objet.replaceAll(/[éèàâêîôûç]/g, '\uFFFD') : objet;
}

/** `NC` where the schema wants a number. */
export function publishedNumber(seed: number, contract: Contract, field: string, value: number): number | 'NC' {
  return drawsOf(seed, contract, field).chance(0.02) ? 'NC' : value;
}

export function publishedInnovant(seed: number, contract: Contract): boolean | 'oui' | 'non' {
  const draws = drawsOf(seed, contract, 'innovant');
  const innovant = draws.chance(0.02);
  return draws.chance(0.1) ? (innovant ? 'oui' : 'non') : innovant;
}

const SOCIALES = ['Clause sociale', 'Critère social', 'Marché réservé'];
const ENVIRONNEMENTALES = ['Clause environnementale', 'Critère environnemental'];

/** Considerations; « Pas de considération… » is how the schema says none. */
export function publishedConsiderations(
  seed: number,
  contract: Contract,
): { sociales: string[]; environnement: string[] } {
  const draws = drawsOf(seed, contract, 'considerations');
  return {
    sociales: draws.chance(0.25) ? draws.some(SOCIALES, draws.between(1, 2)) : ['Pas de considération sociale'],
    environnement: draws.chance(0.4)
      ? draws.some(ENVIRONNEMENTALES, draws.between(1, 2))
      : ['Pas de considération environnementale'],
  };
}

/** A record published twice, byte for byte: 4.5 in 100 at PES, 3.7 at AIFE (D.3). */
export function isRepeated(seed: number, contract: Contract, registre: Registre): boolean {
  const share = { decp_minef: 0.003, pes_marche: 0.045, aife_dume: 0.037 }[registre];
  return drawsOf(seed, contract, `double.${registre}`).chance(share);
}

/**
 * In format 2019, the last state told once more by a record of its own, under the next number, instead of in a list. Only
 * where the amount stays: other amounts under other numbers were lots.
 */
export function isToldApart(seed: number, contract: Contract): boolean {
  if (!contract.regulatory || contract.modifications.some(({ montant }) => montant !== null)) return false;
  return drawsOf(seed, contract, 'avenant').chance(0.5);
}

import { distance } from 'fastest-levenshtein';
import type { Titulaire } from '../contrat.js';
import type { Declaration } from '../declaration.js';

/** Contracts of the same number, holder and object that begin further apart are renewals. */
const RENEWED_AFTER_DAYS = 180;
const DAY = 86_400_000;
/** Share of letters that a corrected title may change. */
const MISSPELT = 0.2;
/** Shorter objects (« VRD ») are the same by chance. */
const OBJECT_CUT_AT = 40;

/** What tells of which contract a declaration speaks: its initial data, and every holder that it names. */
export interface Evidence {
  acheteur: string | null;
  titulaires: readonly string[];
  /** Letters and digits of the object; null without. */
  objet: string | null;
  /** Numbers in the object: of lots above all. */
  nombres: string;
  montant: number | null;
  cpv: string | null;
  date: string | null;
  registre: string;
  numero_modification: number | null;
  /** What two declarations of one contract have at least one of in common. */
  traits: readonly string[];
  /** Equal for equal evidence. */
  text: string;
}

export function evidenceOf({ registre, numero_modification, initial, modifications }: Declaration): Evidence {
  const later = modifications.flatMap(({ changement }) => changement.titulaires ?? []);
  const titulaires = holderKeys([...initial.titulaires, ...later]);
  const objet = objectKey(initial.objet);
  const facts = {
    acheteur: initial.acheteur.siret,
    titulaires,
    objet,
    nombres: (initial.objet?.match(/\d+/g) ?? []).join(' '),
    montant: initial.montant,
    cpv: initial.cpv,
    date: initial.date_notification,
    registre,
    numero_modification,
  };
  const traits = [
    ...titulaires.map((titulaire) => `t ${titulaire}`),
    ...(objet === null ? [] : [`o ${objet}`]),
    ...(initial.date_notification === null ? [] : [`d ${initial.date_notification}`]),
  ];
  return { ...facts, traits: traits.length > 0 ? traits : ['none'], text: JSON.stringify(facts) };
}

/** Larger is surer; 0: of two contracts. */
export type Likeness = 0 | 1 | 2 | 3;

/**
 * Whether two declarations with one racine speak of one contract. They never do with different buyers or holders: numbers
 * are used again, above all by lots. With a holder in common (or none known) the object must be the same, give or take its
 * spelling: with letters lost or corrected, when day, amount and CPV agree. Between registers, which word titles each in
 * their way, the day and the amount or the CPV are enough. Lots that a platform numbers where the number of the modification should stand have other initial amounts.
 */
export function likeness(a: Evidence, b: Evidence): Likeness {
  if (a.text === b.text) return 3;
  if (differ(a.acheteur, b.acheteur) || holdersDiffer(a, b)) return 0;
  if (isAnotherLot(a, b)) return 0;
  if (sameObject(a, b)) return isRenewal(a, b) ? 0 : 2;
  return agreeOtherwise(a, b) ? 1 : 0;
}

/** Registers give different amounts of one contract (a year's and the whole), one register at two stages does not. */
function isAnotherLot(a: Evidence, b: Evidence): boolean {
  return a.registre === b.registre && a.numero_modification !== b.numero_modification && differ(a.montant, b.montant);
}

function holdersDiffer(a: Evidence, b: Evidence): boolean {
  if (a.titulaires.length === 0 || b.titulaires.length === 0) return false;
  return !a.titulaires.some((titulaire) => b.titulaires.includes(titulaire));
}

function sameObject(a: Evidence, b: Evidence): boolean {
  if (a.objet === null || b.objet === null) return false;
  if (a.objet === b.objet) return true;
  const [short, long] = a.objet.length < b.objet.length ? [a.objet, b.objet] : [b.objet, a.objet];
  return short.length >= OBJECT_CUT_AT && long.includes(short);
}

function agreeOtherwise(a: Evidence, b: Evidence): boolean {
  if (a.date === null || a.date !== b.date) return false;
  const sameAmount = a.montant !== null && a.montant === b.montant;
  const sameCpv = a.cpv !== null && a.cpv === b.cpv;
  if (a.registre !== b.registre) return sameAmount || sameCpv;
  return sameAmount && !differ(a.cpv, b.cpv) && isRespelt(a, b);
}

/** Titles of lots differ in their numbers, or in more than letters. */
function isRespelt(a: Evidence, b: Evidence): boolean {
  if (a.objet === null || b.objet === null) return true;
  if (a.nombres !== b.nombres) return false;
  return distance(a.objet, b.objet) <= MISSPELT * Math.max(a.objet.length, b.objet.length);
}

function isRenewal(a: Evidence, b: Evidence): boolean {
  if (a.date === null || b.date === null || !differ(a.montant, b.montant)) return false;
  return Math.abs(Date.parse(a.date) - Date.parse(b.date)) > RENEWED_AFTER_DAYS * DAY;
}

/** Whether both are known and not the same. */
function differ(a: string | number | null, b: string | number | null): boolean {
  return a !== null && b !== null && a !== b;
}

function holderKeys(titulaires: readonly Titulaire[]): string[] {
  const keys = titulaires.map(({ siren, siret, nom }) => siren ?? siret ?? objectKey(nom) ?? '');
  return [...new Set(keys.filter((key) => key !== ''))].sort();
}

/** Without accents, apostrophes and what was lost of them: « l?air » is « l'air », « MAC?ON » stays itself. */
function objectKey(text: string | null): string | null {
  const key = (text ?? '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
  return key === '' ? null : key;
}

import type { TypeMarche } from '#contract/vocabulary';
import { amount } from '../values/amount.js';
import { type Cleaned, kept, refused } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { wholeMonths } from '../values/months.js';

/** « Travaux », « Public / Services », « fourniture »: the one type that is named; two or none are no value. */
export function typeMarche(value: string): Cleaned<TypeMarche> {
  const named = new Set<TypeMarche>();
  if (/\btravaux\b/i.test(value)) named.add('Travaux');
  if (/\bservices?\b/i.test(value)) named.add('Services');
  if (/\bfournitures?\b/i.test(value)) named.add('Fournitures');
  const [only] = named;
  return named.size === 1 && only !== undefined ? kept(only) : refused('valeur_inconnue', value);
}

/** Abbreviations of the platforms; what is written out stays. */
const PROCEDURES: readonly (readonly [RegExp, string])[] = [
  [/^(?:mapa|pa|proc(?:[ée]dure|\.)? ?adapt(?:[ée]e|\.)?(?: \(?mapa\)?)?)$/iu, 'Procédure adaptée'],
  [/^(?:aoo|ao ouvert|a\.o\. ouvert)$/i, "Appel d'offres ouvert"],
  [/^(?:aor|ao restreint|a\.o\. restreint)$/i, "Appel d'offres restreint"],
  [/^(?:pcn|pan|proc(?:[ée]dure|\.)? ?n[ée]go(?:ci[ée]e|\.)?)$/iu, 'Procédure avec négociation'],
  [/^sad$/i, "Système d'acquisition dynamique"],
  [/^dc$/i, 'Dialogue compétitif'],
];

/** Label of the procedure. */
export function procedureLabel(value: string): string {
  return PROCEDURES.find(([abbreviation]) => abbreviation.test(value))?.[1] ?? value;
}

/** The first code of a list of codes and labels. */
export function firstCpv(value: string): Cleaned<string> {
  const from = value.search(/\d/);
  return from === -1 ? refused('cpv_illisible', value) : cpv(value.slice(from).split(/[\s,;]/)[0]);
}

/** « 250 000 € HT »; « non communiquée » is no amount. */
export function estimation(value: string): Cleaned<number> {
  const written = value.replace(/\([^)]*\)/g, '').trim();
  return /\d/.test(written) ? amount(written) : kept<number>(null);
}

const MONTHS_IN = [
  ['mois', 1],
  ['an', 12],
  ['jour', 1 / 30],
] as const;

/** « 12 mois », « 4 ans », « 90 jours »: months, at least one. */
export function duration(value: string): Cleaned<number> {
  const [, figures, word = ''] = /^(\d{1,4})\s*(mois|an|jour)/i.exec(value) ?? [];
  const unit = MONTHS_IN.find(([name]) => name === word.toLowerCase());
  return figures === undefined || unit === undefined
    ? refused('duree_illisible', value)
    : wholeMonths(Number(figures) * unit[1], value);
}

import { DEPARTEMENTS } from '#contract/departements';
import { CPV_2008 } from '#sources/reference/cpv';

/** Cards to draw from: a value has as many as its share. */
export type Deck = string[];

const CPV_CARDS = 20_000;
const DEPARTEMENT_CARDS = 5_000;

/** Shares of the divisions most bought, in hundredths; the other divisions share the rest. */
const DIVISIONS: Record<string, number> = { 45: 20, 71: 10, 33: 9, 79: 7, 50: 6, 72: 5, 90: 5, 34: 4, 55: 3, 77: 3 };

/** Bought in one year only: nothing else draws it. */
export const ONE_YEAR_CPV = '33199000';

/** Codes of CPV 2008: works lead, and in each division its general codes. */
export function cpvDeck(): Deck {
  const codes = [...CPV_2008].filter((code) => code !== ONE_YEAR_CPV);
  const byDivision = new Map<string, string[]>();
  for (const code of codes) {
    const division = code.slice(0, 2);
    byDivision.set(division, [...(byDivision.get(division) ?? []), code]);
  }
  const named = Object.values(DIVISIONS).reduce((sum, share) => sum + share, 0);
  const others = byDivision.size - Object.keys(DIVISIONS).length;
  return [...byDivision].flatMap(([division, all]) => {
    const share = DIVISIONS[division] ?? (100 - named) / others;
    const general = all.sort((a, b) => zeros(b) - zeros(a) || (a < b ? -1 : 1));
    return skewed(general, (CPV_CARDS * share) / 100);
  });
}

/** Paris has a fifth of the cards, the last collectivities hardly one. */
export function departementDeck(): Deck {
  const codes = DEPARTEMENTS.map((departement) => departement.code as string);
  const byShare = [...['75', '69', '13', '59', '33', '31', '44'], ...codes];
  return skewed([...new Set(byShare)], DEPARTEMENT_CARDS);
}

/** @param count of cards; the k-th value has a share of 1/(k+1), and one card at least while there are any. */
function skewed(values: readonly string[], count: number): Deck {
  const weight = values.reduce((sum, _value, rank) => sum + 1 / (rank + 1), 0);
  return values.flatMap((value, rank) => {
    const cards = Math.round(count / weight / (rank + 1));
    return Array.from({ length: Math.max(cards, rank < count ? 1 : 0) }, () => value);
  });
}

function zeros(code: string): number {
  return code.length - code.replace(/0+$/, '').length;
}

const COMMON = 'travaux fourniture prestation services marche lot accord cadre maintenance construction'.split(' ');
const USUAL =
  'renovation ecole batiment entretien voirie nettoyage etude mission logement reseau eclairage acquisition vehicule restauration informatique assurance menuiserie peinture electricite plomberie chauffage toiture gymnase college lycee hopital mairie rue place quartier'.split(
    ' ',
  );

/** Words of the objects of contracts: a few in most of them, thousands in hardly any. */
export function wordDeck(): Deck {
  return skewed([...COMMON, ...USUAL, ...Array.from({ length: 3_000 }, (_, n) => `mot${n}x`)], 30_000);
}

const TRADES =
  'sarl sas entreprise societe batiment construction travaux services groupe agence cabinet etablissements ateliers'.split(
    ' ',
  );

/** Words of the names of companies. */
export function nameDeck(): Deck {
  return skewed([...TRADES, ...USUAL, ...Array.from({ length: 20_000 }, (_, n) => familyName(n))], 60_000);
}

const SYLLABLES = 'mar ber du ro le gau vi lan che mon per bo sa del tar'.split(' ');

/** A name of its own for each number, such as « durogau ». */
function familyName(n: number): string {
  let name = '';
  for (let rest = n + SYLLABLES.length ** 2; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? '';
  }
  return name;
}

import { type Draws } from '../draws.js';
import { type Buyer } from '../facts/buyers.js';

/** How titles and names of buyers change from one source to the next. All pure; `draws` are the item's own. */

export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** Cut without regard to words, as real ones are; some sources mark it. */
export function cut(text: string, most: number, mark: boolean): string {
  if (text.length <= most) return text;
  return mark ? `${text.slice(0, most - 3)}...` : text.slice(0, most);
}

export function spelledTitle(draws: Draws, title: string, habits: { capitals: number; titleMax: number }): string {
  let text = title;
  if (draws.chance(habits.capitals)) text = draws.chance(0.5) ? withoutAccents(text).toUpperCase() : text.toUpperCase();
  else if (draws.chance(0.03)) text = withoutAccents(text);
  // « double spaces 239 of 5,301 » (docs/sources.md D.5).
  if (draws.chance(239 / 5301)) text = text.replace(' ', '  ');
  if (draws.chance(0.3)) text = text.replaceAll('’', "'");
  if (draws.chance(0.04)) text = `${text}.`;
  return cut(text, habits.titleMax, draws.chance(0.5));
}

const TOWN = /^(?:Commune de|VILLE DE|Mairie d’|Mairie de)\s*/i;
const TOWN_NAMES: readonly ((town: string) => string)[] = [
  (town) => `Mairie de ${town}`,
  (town) => `COMMUNE DE ${town.toUpperCase()}`,
  (town) => `Ville de ${town}`,
  (town) => town,
  (town) => withoutAccents(`Commune de ${town}`).toUpperCase(),
];
const ACRONYMS: readonly (readonly [RegExp, string])[] = [
  [/^Communauté de communes du Pays de/, 'CC'],
  [/^Communauté d'agglomération de/, 'CA'],
  [/^Centre hospitalier de/, 'CH'],
  [/^Conseil départemental/, 'CD'],
  [/^Office public de l'habitat/, 'OPH'],
  [/^Syndicat mixte des eaux de/, 'SIAEP'],
  [/^SDIS - service d'incendie et de secours/, 'SDIS'],
  [/^Université de/, 'Univ.'],
];
/** Shares of all names (docs/sources.md C.3.6, D.3: 111 and 1,033 of 33,924 notices). */
const GENERIC = 111 / 33_924;
const CUT_AT_30 = 1033 / 33_924;
const NAME_MAX = 30;

export function spelledBuyer(draws: Draws, buyer: Buyer, short: number): string {
  const nom = buyer.nom.replace('L&#039;', 'L’');
  if (draws.chance(GENERIC) && TOWN.test(nom)) return draws.pick(['COMMUNE', 'MAIRIE']);
  const spelled = draws.chance(short) ? shortened(draws, nom, buyer.ville) : nom;
  const cased = draws.chance(0.15) ? withoutAccents(spelled).toUpperCase() : spelled;
  return draws.chance(CUT_AT_30) ? cased.slice(0, NAME_MAX) : cased;
}

function shortened(draws: Draws, nom: string, ville: string): string {
  if (TOWN.test(nom)) return draws.pick(TOWN_NAMES)(ville);
  const acronym = ACRONYMS.find(([long]) => long.test(nom));
  if (acronym === undefined) return nom.toUpperCase();
  return nom.replace(acronym[0], acronym[1]).replace(/\s+/g, ' ');
}

import { BUYER_KINDS, EMPTY_WORDS } from '#avis/match/buyer-kinds';
import { type BuyerName, buyerName } from '#avis/match/buyer-name';

/** Longer names are texts that slipped into the field. Characters. */
const LONGEST_NAME = 300;

/** Of what `buyerName` leaves out, the words that name another body: the SPL of a town is not the town. */
const BODIES: ReadonlySet<string> = new Set(
  (
    'agglomeration communaute epa epic etablissement gie gip groupe groupement office pole prefet recteur regie sa saem ' +
    'sas sarl scic sem societe spl syndicat'
  ).split(' '),
);

/** Several bodies under one name, none of which it is: a hospital group of territory has no legal personality. */
const GROUPS = /\b(ght|groupements? hospitaliers? de territoire|groupements? de commandes?)\b/;

/**
 * What two names of one buyer have in common, whatever the spelling: « Mairie de SAINT AUBIN », « Commune de
 * Saint-Aubin » and a bare « Saint-Aubin » give one key. Narrower than the equality of `nameLevel`, where a name without
 * a kind agrees with every kind: measured, that took the SIRET of a town's social centre for the town (docs/deduction.md).
 * @returns null for a name that tells no buyer from another.
 */
export function nameKey(nom: string | null): string | null {
  if (nom === null || nom.length > LONGEST_NAME) return null;
  const name = buyerName(nom);
  if (name === null || name.generic || GROUPS.test(name.plain)) return null;
  const dropped = droppedWords(name);
  const kind = name.kind ?? (dropped.length === 0 ? 'commune' : '');
  const bodies = dropped.filter((word) => BODIES.has(word)).sort();
  return `${kind}|${[...new Set(bodies)].join('+')}|${name.core.join('')}`;
}

function droppedWords({ kind, plain }: BuyerName): string[] {
  const announced = BUYER_KINDS.find(([one]) => one === kind)?.[1];
  const rest = announced === undefined ? plain : plain.replace(announced, ' ');
  return rest.split(' ').filter((word) => EMPTY_WORDS.has(word) || EMPTY_WORDS.has(`${word}s`));
}

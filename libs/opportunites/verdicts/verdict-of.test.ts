import type { ValeurVerdict } from '#contract/vocabulary';
import type { Evaluation } from './modele.js';
import { verdictOf } from './verdict-of.js';

const P = 'raison du petit';
const G = 'raison du grand';
type Outcome = ValeurVerdict | null;

/** Contract: petit, grand -> value served, reason served, filter. */
const MATRIX: [petit: Outcome, grand: Outcome, valeur: Outcome, raison: string | null, filtre: ValeurVerdict][] = [
  // Never evaluated: null, which the filter takes for oui.
  [null, null, null, null, 'oui'],
  // Rejected by both: the larger model's reason first.
  ['non', 'non', 'non', G, 'non'],
  // Rejected by one only: valeur non, its reason, served by default.
  ['non', 'oui', 'non', P, 'incertain'],
  ['non', 'incertain', 'non', P, 'incertain'],
  ['non', null, 'non', P, 'incertain'],
  ['oui', 'non', 'non', G, 'incertain'],
  ['incertain', 'non', 'non', G, 'incertain'],
  [null, 'non', 'non', G, 'incertain'],
  // Rejected by none: the evaluation's reason.
  ['oui', 'oui', 'oui', G, 'oui'],
  ['oui', null, 'oui', P, 'oui'],
  [null, 'oui', 'oui', G, 'oui'],
  ['incertain', 'incertain', 'incertain', G, 'incertain'],
  ['incertain', 'oui', 'incertain', P, 'incertain'],
  ['oui', 'incertain', 'incertain', G, 'incertain'],
  ['incertain', null, 'incertain', P, 'incertain'],
  [null, 'incertain', 'incertain', G, 'incertain'],
];

const outcome = (valeur: Outcome, raison: string | null): Evaluation | null =>
  valeur === null ? null : { valeur, raison };

test.each(MATRIX)('petit %s, grand %s: served %s (%s), filtered as %s', (petit, grand, valeur, raison, filtre) => {
  expect(verdictOf(outcome(petit, P), outcome(grand, G))).toEqual({
    verdict: valeur === null ? null : { valeur, raison },
    filtre,
  });
});

test('the matrix is whole', () => {
  expect(new Set(MATRIX.map(([petit, grand]) => `${String(petit)} ${String(grand)}`)).size).toBe(16);
});

test.each([
  ['both rejected, the larger one gives no reason', 'non', null, 'non', P, P],
  ['one rejected and gives no reason: never the reason of the one that did not', 'oui', G, 'non', null, null],
  ['both agree, the larger one gives no reason', 'oui', null, 'oui', P, P],
  ['nobody gives one', 'incertain', null, 'incertain', null, null],
] as const)('%s', (_case, grand, raisonGrand, petit, raisonPetit, raison) => {
  expect(verdictOf(outcome(petit, raisonPetit), outcome(grand, raisonGrand)).verdict?.raison).toBe(raison);
});

import { motsDe } from './words.js';

test.each([
  ['Rénovations énergétiques', 'renovation energetique'],
  ['ÉCOLES MATERNELLES', 'école maternelle'],
  ['Maîtrise d’œuvre', "maitrise d'oeuvre"],
  ['TRAVAUX', 'travaux'],
  ['menuiserie', 'Menuiseries'],
])('%s is the same as %s', (one, other) => {
  expect(motsDe(one)).toEqual(motsDe(other));
});

test('words stand once, without stop words, single letters and punctuation', () => {
  expect(motsDe('Le toit, la toiture de l’école et le toit (lot n° 2) ; 5G')).toEqual(
    motsDe('toit toiture ecole lot no 5g').filter((mot) => mot !== 'no'),
  );
  expect(motsDe('de la – à l’… !')).toEqual([]);
  expect(motsDe('')).toEqual([]);
});

test('a text out of all proportion costs no more than a long one', () => {
  expect(motsDe(`${'mot '.repeat(100_000)} fin`)).toEqual(motsDe('mot'));
});

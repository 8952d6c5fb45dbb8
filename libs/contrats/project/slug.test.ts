import { slugOf } from './slug.js';

const SIRET = '55210055400013';

it.each([
  ['PEUGEOT S.A.', `peugeot-s-a-${SIRET}`],
  ['Société d’Électricité & Cœur', `societe-d-electricite-coeur-${SIRET}`],
  ['  ŒUVRE  ÆGIDIUS  ', `oeuvre-aegidius-${SIRET}`],
  ['Straße ÇA Øre', `strasse-ca-ore-${SIRET}`],
  ['株式会社', SIRET],
  ['---', SIRET],
  ['', SIRET],
  [null, SIRET],
])('%s has the slug %s', (nom, slug) => {
  expect(slugOf(nom, SIRET)).toBe(slug);
});

it.each([
  ['Groupement momentané '.repeat(20), `${'groupement-momentane-'.repeat(3)}groupement-${SIRET}`],
  ['x'.repeat(200), `${'x'.repeat(80)}-${SIRET}`],
  [`${'x'.repeat(80)} y`, `${'x'.repeat(80)}-${SIRET}`],
  ['y '.repeat(41).trim(), `${'y-'.repeat(40)}${SIRET}`],
])('cuts a long name between two words, and never the number', (nom, slug) => {
  expect(slugOf(nom, SIRET)).toBe(slug);
});

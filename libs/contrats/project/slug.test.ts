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

it('cuts a long name and not the number', () => {
  const slug = slugOf('Groupement momentané '.repeat(20), SIRET);
  expect(slug).toMatch(new RegExp(`^groupement-[a-z-]*[a-z]-${SIRET}$`));
  expect(slug.length).toBeLessThanOrEqual(95);
});

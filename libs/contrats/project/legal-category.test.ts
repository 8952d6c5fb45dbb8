import { legalCategory } from './legal-category.js';

it.each([
  ['7210', 'Commune'],
  ['7344', 'Métropole'],
  ['7389', 'Établissement public national'],
  ['7383', 'Établissement public national à caractère scientifique, culturel et professionnel'],
  ['7172', 'Service déconcentré de l’État'],
  ['7490', 'Autre personne morale de droit public administratif'],
  ['5710', 'Société commerciale'],
  ['1000', 'Entrepreneur individuel'],
  ['0000', null],
  [null, null],
])('%s is %s', (code, label) => {
  expect(legalCategory(code)).toBe(label);
});

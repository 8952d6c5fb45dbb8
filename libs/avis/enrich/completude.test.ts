import { CHAMPS_COMPLETUDE } from '#contract/vocabulary';
import { wholeContent } from '../testing/publications.js';
import { completudeOf } from './completude.js';

test('complete', () => {
  expect(completudeOf(wholeContent('26-1'))).toEqual({ completude: 100, champs_manquants: [] });
});

test('nothing: the ten fields, in the order of the contract', () => {
  const nothing = {
    description: null,
    budget: null,
    date_limite: null,
    cpv: null,
    acheteur: { nom: 'Mairie', siret: null, departement: null },
    type_marche: null,
    procedure: null,
    lien_source: null,
    nb_lots: null,
  };
  expect(completudeOf(nothing)).toEqual({ completude: 0, champs_manquants: [...CHAMPS_COMPLETUDE] });
});

test.each([
  ['no lot declared', { nb_lots: 0 }, 'nb_lots'],
  ['an empty description', { description: '  ' }, 'description'],
  ['no SIRET', { acheteur: { nom: 'Mairie', siret: null, departement: '42' } }, 'acheteur.siret'],
])('%s costs ten points', (_name, overrides, champ) => {
  expect(completudeOf(wholeContent('26-1', overrides))).toEqual({ completude: 90, champs_manquants: [champ] });
});

import { titleLevel } from './compare-titles.js';
import { titleOf } from './title.js';

function level(a: string, b: string): string {
  const [one, other] = [titleOf(a), titleOf(b)];
  if (one === null || other === null) throw new Error('empty title');
  expect(titleLevel(other, one)).toBe(titleLevel(one, other));
  return titleLevel(one, other);
}

const LONG =
  'Travaux de rénovation énergétique de la résidence autonomie Les Tilleuls à Villeneuvemesnil-sous-Bois, tranche ferme';

test.each([
  [
    'accents, capitals, punctuation',
    LONG,
    LONG.toUpperCase().normalize('NFD').replace(/\p{M}/gu, '').replace(',', ' -'),
    'egal',
  ],
  ['a letter misread', LONG, LONG.replace('énergétique', 'énergetiqe'), 'egal'],
  ['plurals', 'Fourniture de denrées alimentaires', 'FOURNITURES DE DENREES ALIMENTAIRE', 'egal_commun'],
  ['a cut within a word', LONG, LONG.slice(0, 85), 'inclus'],
  ['an ellipsis', LONG, 'Travaux de rénovation énergétique de la rési…', 'inclus_commun'],
  ['a name before', LONG, `VILLE DE VILLENEUVE - ${LONG}`, 'inclus'],
  ['a lot named by one only', LONG, `${LONG} - Lot n°2 : Menuiseries`, 'inclus_lot'],
  ['sister lots', `${LONG} - Menuiseries`, `${LONG} - Peinture`, 'proche'],
  [
    'sister lots that repeat a word of the title',
    'Couverture et étanchéité du pôle - Couverture',
    'Couverture et étanchéité du pôle - Étanchéité',
    'proche',
  ],
  [
    'another place',
    'Réfection de la couverture du groupe scolaire Jean-Moulin',
    'Réfection de la couverture du gymnase de la Plaine',
    'partiel',
  ],
  ['others', 'Collecte des déchets ménagers', 'Prestations de nettoyage des locaux', 'autre'],
])('%s', (_, a, b, expected) => expect(level(a, b)).toBe(expected));

test('lots and years that a title names', () => {
  expect(titleOf('Voirie 2026 - Lot n° 02 : enrobés')).toMatchObject({ lots: ['2'], years: ['2026'] });
  expect(titleOf('Lots 3 et 4, allotissement')).toMatchObject({ lots: ['3', '4'] });
  expect(titleOf('LOT1 gros œuvre')).toMatchObject({ lots: ['1'] });
  expect(titleOf('Réalisation de 12 lots libres')).toMatchObject({ lots: [] });
});

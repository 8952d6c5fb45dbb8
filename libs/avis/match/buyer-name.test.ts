import { buyerName } from './buyer-name.js';
import { nameLevel } from './compare-names.js';

function level(a: string, b: string): string {
  const [one, other] = [buyerName(a), buyerName(b)];
  if (one === null || other === null) throw new Error('empty name');
  expect(nameLevel(other, one)).toBe(nameLevel(one, other));
  return nameLevel(one, other);
}

test.each([
  ['Commune de Saint-Aubin', 'Mairie de SAINT AUBIN'],
  ['Ville de Carros', 'VILLE DE CARROS'],
  ["Mairie d'Angers", 'Commune d’Angers'],
  ['Communauté de communes du Pays de Montlande', 'CC Montlande'],
  ["Communauté d'agglomération de Beaumesnil", 'CA Beaumesnil'],
  ['Centre Hospitalier Universitaire de Rennes', 'CHU RENNES'],
  ['Département du Val-de-Marne', 'CONSEIL DEPARTEMENTAL 94'],
  ["Office Public de l'Habitat de Champville", 'OPH Champville'],
  ['SDIS 45', "Service départemental d'incendie et de secours du Loiret"],
  ['Ste Foy les Lyon', 'Mairie de Sainte-Foy-lès-Lyon'],
])('%s and %s are one buyer', (a, b) => expect(level(a, b)).toBe('egal'));

test.each([
  ['Communauté de communes du Pays de Fontcombe-sous-Bois', 'Communauté de communes du Pays'],
  ['Auray Quiberon Terre Atlantique', 'AQTA'],
  ['Ville de Paris - Direction de la voirie et des déplacements', 'Ville de Paris'],
])('%s is more of %s', (a, b) => expect(level(a, b)).toBe('inclus'));

test.each([
  ['COMMUNE', 'Commune de Saint-Aubin'],
  ['MAIRIE', 'MAIRIE'],
  ['Service des marchés publics', 'Monsieur le Maire'],
  ['Centre hospitalier universitaire', 'Centre hospitalier universitaire'],
  ['Communauté de communes', 'COMMUNAUTE DE COMMUNES'],
])('%s and %s name nobody', (a, b) => expect(level(a, b)).toBe('generique'));

test.each([
  ['Commune de Saint-Aubin', 'Centre hospitalier de Saint-Aubin'],
  ['Ville de Montlande', 'Communauté de communes de Montlande'],
  ['CCAS de Carros', 'Ville de Carros'],
])('%s and %s only share a place', (a, b) => expect(level(a, b)).toBe('homonyme'));

test.each([
  ['Commune de Saint-Aubin', 'Commune de Saint-Malo'],
  ['Villeneuve-sur-Orbe', 'Villeneuve-sous-Bois'],
  ['COMMUNE', 'Centre hospitalier de Saint-Aubin'],
  ['Département du Val-de-Marne', "Département du Val-d'Oise"],
])('%s and %s are others', (a, b) => expect(level(a, b)).toBe('autre'));

test('a letter lost is seen through', () => {
  expect(level('Communauté de communes de Montlande', 'Communaute de communes de Montlnde')).toBe('proche');
});

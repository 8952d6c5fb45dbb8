import { nameKey } from './name-key.js';

test.each([
  ['Commune de Saint-Aubin', 'Mairie de SAINT AUBIN'],
  ['Ville de Carros', 'CARROS'],
  ['Communauté de communes du Pays de Montlande', 'CC Montlande'],
  ['Centre Hospitalier Universitaire de Rennes', 'CHU RENNES'],
  ['SDIS 45', "Service départemental d'incendie et de secours du Loiret"],
  ['Service des marchés publics de la ville de Carros', 'Ville de Carros'],
])('%s and %s have one key', (a, b) => {
  expect(nameKey(a)).not.toBeNull();
  expect(nameKey(a)).toBe(nameKey(b));
});

test.each([
  ['CCAS de Cherbourg-en-Cotentin', 'CHERBOURG-EN-COTENTIN'],
  ['Centre hospitalier de Saint-Aubin', 'Commune de Saint-Aubin'],
  ['Montluçon Communauté', 'Ville de Montluçon'],
  ['SPL de la ville de Carros', 'Ville de Carros'],
  ['SEM ARAC Occitanie', 'SPL ARAC Occitanie'],
  ['Saint-Louis Agglomération', 'Saint-Louis'],
])('%s and %s have not', (a, b) => {
  expect(nameKey(a)).not.toBeNull();
  expect(nameKey(a)).not.toBe(nameKey(b));
});

test.each([
  null,
  '',
  '   ',
  '…',
  'COMMUNE',
  'Service des marchés publics',
  'Monsieur le Maire',
  'GHT Savoie-Belley',
  'Groupement de commandes de Montlande',
  'Commune de Montlande '.repeat(1_000),
])('%j tells nobody', (nom) => expect(nameKey(nom)).toBeNull());

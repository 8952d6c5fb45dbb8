import { registerOf } from './testing/register.js';
import { siretOf } from './testing/sirets.js';

const [A, B] = [siretOf(21_350_016), siretOf(21_930_066)];
const named = (nom: string, departement: string | null, siret: string | null = null) => ({ nom, departement, siret });
const of = (siret: string) => ({ issue: 'attache', siret });

test('one record with the name and the department', () => {
  const register = registerOf([named('Commune de Saint-Denis', '93', A), named('Commune de Saint-Denis', '974', B)]);
  expect(register.deduce(named('Mairie de SAINT DENIS', '93'))).toEqual(of(A));
  expect(register.deduce(named('Mairie de SAINT DENIS', '974'))).toEqual(of(B));
  expect(register.deduce(named('Mairie de SAINT DENIS', '35'))).toEqual({ issue: 'inconnu' });
  expect(register.deduce(named('Mairie de SAINT DENIS', null))).toEqual({ issue: 'ambigu' });
  expect(register.deduce(named('Mairie de Carros', '93'))).toEqual({ issue: 'inconnu' });
  expect(register.deduce(named('MAIRIE', '93'))).toBeNull();
});

test('an unknown department, on either side, is no obstacle', () => {
  const register = registerOf([named('Commune de Carros', null, A)]);
  expect(register.deduce(named('Ville de Carros', '06'))).toEqual(of(A));
  expect(register.deduce(named('Ville de Carros', null))).toEqual(of(A));
  const both = registerOf([named('Commune de Carros', null, A), named('Commune de Carros', '06', B)]);
  expect(both.deduce(named('Ville de Carros', '06'))).toEqual({ issue: 'ambigu' });
  expect(both.deduce(named('Ville de Carros', '83'))).toEqual(of(A));
});

test('two establishments of one body under one name are two records, even in two departments', () => {
  const [seat, site] = [siretOf(26_750_045, 1), siretOf(26_750_045, 2)];
  const name = 'Assistance publique - Hôpitaux de Paris';
  const here = registerOf([named(name, '75', seat), named(name, '75', site)]);
  expect(here.deduce(named(name.toUpperCase(), '75'))).toEqual({ issue: 'ambigu' });
  const apart = registerOf([named(name, '75', seat), named(name, '94', site)]);
  expect(apart.deduce(named(name, '94'))).toEqual({ issue: 'ambigu' });
  const otherName = registerOf([named(name, '75', seat), named('Hôpital de Bicêtre', '94', site)]);
  expect(otherName.deduce(named(name, '75'))).toEqual(of(seat));
});

test('a shared SIRET is given to nobody, and stands against others', () => {
  const shared = ['SCA/PFAF SO', 'Préfecture de Martinique', 'DIR Ouest', 'Affaires étrangères'];
  const state = shared.map((nom) => named(nom, '75', A));
  expect(registerOf(state).deduce(named('DIR OUEST', '75'))).toEqual({ issue: 'ambigu' });
  expect(registerOf([...state, named('DIR Ouest', '75', B)]).deduce(named('DIR OUEST', '75'))).toEqual({
    issue: 'ambigu',
  });
});

test('generic names join nobody to nobody', () => {
  const register = registerOf([named('COMMUNE', '35', A), named('Service des marchés', '35', A)]);
  expect(register.acheteurs).toHaveLength(1);
  expect(register.deduce(named('COMMUNE', '35'))).toBeNull();
  expect(register.deduce(named('Service des marchés', '35'))).toBeNull();
});

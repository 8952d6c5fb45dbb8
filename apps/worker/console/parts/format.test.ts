import { compte, duree, instant, jour, nombre, octets, relatif } from './format.js';

/** French puts narrow and usual no-break spaces. */
const plain = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, ' ');
const NOW = Date.UTC(2026, 10, 21, 10, 0, 0);

test.each([
  [0, '0 s'],
  [59.4, '59 s'],
  [60, '1 min'],
  [3599, '60 min'],
  [3_900, '1 h 05'],
  [86_399, '24 h 00'],
  [200_000, '2 j'],
])('%d seconds are %s', (seconds, text) => expect(plain(duree(seconds))).toBe(text));

test('instants are told from now', () => {
  expect(plain(relatif('2026-11-21T09:48:00Z', NOW))).toBe('il y a 12 min');
  expect(plain(relatif(NOW + 30_000, NOW))).toBe('dans 30 s');
  expect(plain(relatif(NOW, NOW))).toBe('maintenant');
  expect(instant('2026-11-21T09:40:59Z')).toBe('21/11 09:40');
  expect(plain(jour('2026-11-01'))).toBe('1 nov.');
});

test('numbers are written as in French', () => {
  expect(plain(nombre(12_345.67))).toBe('12 345,7');
  expect(compte(1, 'avis', 'avis')).toBe('1 avis');
  expect(compte(0, 'erreur', 'erreurs')).toBe('0 erreur');
  expect(octets(1_234_567)).toBe('1,2 Mo');
  expect(octets(999)).toBe('999 o');
});

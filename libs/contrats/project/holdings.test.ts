import { byActivity, croissance, euros, mostFrequent, NO_CONTRACT, principaux } from './holdings.js';

const facet = (valeur: string, nombre: number, parts = {}) => ({
  valeur,
  nombre,
  total: null,
  derniere: null,
  ...parts,
});

it.each([
  ['doubled', { nombre_12m: 2, total_12m: 20_000, total_precedent: 10_000 }, 100],
  ['fell by a third', { nombre_12m: 1, total_12m: 20_000, total_precedent: 30_000 }, -33.3],
  ['nothing won now', { nombre_12m: 0, total_12m: null, total_precedent: 10_000 }, -100],
  ['nothing won before', { nombre_12m: 1, total_12m: 10_000, total_precedent: null }, null],
  ['won before for an amount of zero', { nombre_12m: 1, total_12m: 10_000, total_precedent: 0 }, null],
  ['won now for unknown amounts', { nombre_12m: 1, total_12m: null, total_precedent: 10_000 }, null],
])('growth: %s', (_what, parts, expected) => {
  expect(croissance({ ...NO_CONTRACT, ...parts })).toBe(expected);
});

it('gives euros of two decimals, halves of a cent up', () => {
  expect([euros(1_234_567), euros(100.5), euros(null)]).toEqual([12_345.67, 1.01, null]);
});

it('takes the most frequent value, the smallest of equals', () => {
  expect(mostFrequent([facet('77', 2), facet('13', 3), facet('06', 3)])).toBe('06');
  expect(mostFrequent([])).toBeNull();
});

it('takes the establishment of most contracts, then of the latest, then the smallest', () => {
  const order = byActivity([
    facet('3', 1, { derniere: '2026-01-01' }),
    facet('2', 2, { derniere: '2025-01-01' }),
    facet('1', 2, { derniere: '2025-01-01' }),
    facet('4', 2, { derniere: '2025-06-01' }),
    facet('5', 2),
  ]);
  expect(order.map(({ valeur }) => valeur)).toEqual(['4', '1', '2', '5', '3']);
});

it('takes partners of most contracts, then of the largest total, unknown ones last', () => {
  const order = principaux([facet('a', 1), facet('b', 1, { total: 5 }), facet('c', 2), facet('d', 1, { total: 9 })], 3);
  expect(order.map(({ valeur }) => valeur)).toEqual(['c', 'd', 'b']);
});

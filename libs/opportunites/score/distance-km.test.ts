import { DEPARTEMENTS } from '#contract/departements';
import { distanceKm } from './distance-km.js';

const CODES = DEPARTEMENTS.map(({ code }) => code);

/** Between the middles of departments, as an atlas shows them: kilometres, and by how much a middle may be disputed. */
test.each([
  ['75', '69', 390, 40],
  ['75', '13', 640, 50],
  ['75', '59', 190, 30],
  ['35', '22', 95, 20],
  ['35', '44', 90, 20],
  ['75', '92', 8, 6],
  ['33', '31', 215, 30],
  ['67', '29', 850, 50],
  ['2A', '2B', 60, 20],
  ['971', '972', 180, 30],
  ['75', '974', 9_350, 200],
  ['75', '988', 16_750, 300],
])('%s to %s is %i ± %i km', (from, to, km, tolerance) => {
  expect(Math.abs((distanceKm(from, to) ?? -1) - km)).toBeLessThanOrEqual(tolerance);
});

test('every department has a place, the same seen from both ends', () => {
  for (const from of CODES) {
    expect(distanceKm(from, from)).toBe(0);
    for (const to of CODES) expect(distanceKm(from, to)).toBe(distanceKm(to, from));
  }
});

test('departments of the mainland are within 1,250 km of each other, each with a neighbour within 110', () => {
  const mainland = CODES.filter((code) => code.length === 2 && !code.startsWith('2A') && !code.startsWith('2B'));
  for (const from of mainland) {
    const others = mainland.filter((to) => to !== from).map((to) => distanceKm(from, to) as number);
    expect(Math.max(...others)).toBeLessThan(1_250);
    expect(Math.min(...others)).toBeLessThan(110);
  }
});

test('a code that is none is nowhere', () => {
  expect(distanceKm('75', '99')).toBeNull();
});

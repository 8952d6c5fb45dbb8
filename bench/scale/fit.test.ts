import fc from 'fast-check';
import { exponent, quantile, slope } from './fit.js';

const SIZES = [10_000, 100_000, 1_000_000];

test('the exponent of a power is found, whatever its factor', () => {
  const property = fc.property(
    fc.double({ min: -2, max: 3, noNaN: true }),
    fc.double({ min: 0.001, max: 1_000, noNaN: true }),
    (e, factor) => {
      const points = SIZES.map((size) => ({ size, cost: factor * size ** e }));
      expect(exponent(points)).toBeCloseTo(e, 6);
    },
  );
  fc.assert(property);
});

test('what grows as the logarithm of so many rows has an exponent of less than 0.1', () => {
  expect(exponent(SIZES.map((size) => ({ size, cost: Math.log(size) })))).toBeLessThan(0.1);
});

test('nothing is fitted to one size, nor to what was not measured', () => {
  expect(exponent([{ size: 10, cost: 1 }])).toBeNaN();
  expect(
    exponent([
      { size: 10, cost: 1 },
      { size: 100, cost: 0 },
    ]),
  ).toBeNaN();
});

test('quantiles and slopes', () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([3, 1, 2], 1)).toBe(3);
  expect(slope([0, 1, 2].map((x) => [x, 5 + 3 * x]))).toBeCloseTo(3);
  expect(slope([[1, 1]])).toBeNaN();
});

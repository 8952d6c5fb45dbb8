import { rate, ratesOf } from './rates.js';

test('a rate is a share with three decimals; of nothing there is none', () => {
  expect(rate(1, 3)).toBe(0.333);
  expect(rate(3, 3)).toBe(1);
  expect(rate(0, 0)).toBeNull();
  expect(ratesOf({ titre: 4, cpv: 1 }, 4)).toEqual({ titre: 1, cpv: 0.25 });
});

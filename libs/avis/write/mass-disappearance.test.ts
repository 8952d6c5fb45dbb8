import { isMass } from './mass-disappearance.js';

test.each([
  ['a fifth exactly', { open: 40, due: 8, recent: 0, empty: false }, false],
  ['more than a fifth', { open: 40, due: 9, recent: 0, empty: false }, true],
  ['few, whatever their share', { open: 5, due: 4, recent: 0, empty: false }, false],
  ['an empty list, be it of one notice', { open: 1, due: 1, recent: 0, empty: true }, true],
  ['an empty list that lacks nothing of ours', { open: 3, due: 0, recent: 0, empty: true }, false],
  ['a list that melts slowly', { open: 34, due: 3, recent: 6, empty: false }, true],
])('%s', (_case, would, mass) => {
  expect(isMass(would)).toBe(mass);
});

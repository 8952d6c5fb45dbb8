import { isStorable } from './storable.js';

test.each([
  [{ a: ['\0'] }, false],
  [{ 'a\0': 1 }, false],
  ['\uD83D', false],
  [{ '\uDE00': {} }, false],
  ['\u{1F600}', true],
  [{ '\\UdA': '\\u0000 and \\ud83d, written out' }, true],
  [null, true],
])('%j: %s', (value, expected) => {
  expect(isStorable(value)).toBe(expected);
});

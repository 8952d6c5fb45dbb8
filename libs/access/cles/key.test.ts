import fc from 'fast-check';
import { generateKey, hashKey, isKey, prefixeOf } from './key.js';

test('keys are recognised, all different, of one length', () => {
  const keys = Array.from({ length: 2_000 }, generateKey);
  expect(keys.every(isKey)).toBe(true);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(keys.map((key) => key.length))).toEqual(new Set([53]));
});

test('a key with one character changed is not a key', () => {
  const key = generateKey();
  fc.assert(
    fc.property(fc.nat(key.length - 1), fc.constantFrom('0', 'a', 'Z', '_', '-', 'é', ' '), (at, character) => {
      fc.pre(key.charAt(at) !== character);
      expect(isKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
    }),
  );
});

test('no text whatever is taken for a key by chance or makes the check fail', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => !isKey(text)));
  expect(isKey(`${generateKey()}\n`)).toBe(false);
  expect(isKey('mpk_'.padEnd(1_000_000, 'a'))).toBe(false);
});

test('what is shown of a key is its first 12 characters, what is stored its hash', () => {
  const key = generateKey();
  expect(prefixeOf(key)).toBe(key.slice(0, 12));
  expect(hashKey(key)).toHaveLength(32);
  expect(hashKey(key).toString()).not.toContain(key);
});

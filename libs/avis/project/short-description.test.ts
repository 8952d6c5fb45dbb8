import fc from 'fast-check';
import { shortDescription } from './short-description.js';

test('500 characters stay, 501 are cut', () => {
  expect(shortDescription(null)).toBeNull();
  expect(shortDescription('a'.repeat(500))).toBe('a'.repeat(500));
  expect(shortDescription('a'.repeat(501))).toBe(`${'a'.repeat(499)}…`);
});

test('cut at a word', () => {
  expect(shortDescription(`${'a'.repeat(490)} ${'b'.repeat(20)}`)).toBe(`${'a'.repeat(490)}…`);
  expect(shortDescription(`${'a'.repeat(499)} ${'b'.repeat(20)}`)).toBe(`${'a'.repeat(499)}…`);
});

test('never too long, never half a character, always a beginning of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 300, maxLength: 900 }), (text) => {
      const short = shortDescription(text)!;
      expect(short.length).toBeLessThanOrEqual(500);
      expect(short).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
      expect(text.startsWith(short.replace(/…$/, ''))).toBe(true);
    }),
  );
});

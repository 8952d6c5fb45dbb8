import { pageAddress } from './page-address.js';

test('only a path of this server is redirected to', () => {
  expect(pageAddress('/rejets?motif=malformed&source=ted')).toBe('/rejets?motif=malformed&source=ted');
  for (const elsewhere of [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'rejets',
    '/a\nb',
    '',
    undefined,
    [],
  ]) {
    expect(pageAddress(elsewhere)).toBe('/');
  }
});

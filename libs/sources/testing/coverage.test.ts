import { readFileSync, writeFileSync } from 'node:fs';
import { coveragePage, hasSamples } from './coverage.js';

const PAGE = 'docs/coverage.md';

const run = hasSamples() ? test : test.skip;
run('docs/coverage.md says what the normalisers read in the samples', () => {
  const page = coveragePage();
  if (process.env['UPDATE_COVERAGE'] === '1') {
    console.info(page);
    writeFileSync(PAGE, page);
  }
  expect(readFileSync(PAGE, 'utf8')).toBe(page);
});

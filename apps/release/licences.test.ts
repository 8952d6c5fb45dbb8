import { readFileSync } from 'node:fs';
import { checkLicences, licencesDocument, type Lockfile, refusedLicences } from './licences.js';

const of = (license: string | undefined, dev = false): Lockfile => ({
  packages: {
    '': { license: 'MIT' },
    'node_modules/a/node_modules/@x/b': { version: '1.0.0', ...(license !== undefined && { license }), dev },
  },
});

test('every dependency has an allowed licence and stands in docs/licences.md', () => {
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
  expect(checkLicences(lockfile, readFileSync('docs/licences.md', 'utf8'))).toMatchObject({ ok: true });
});

test.each([
  ['MIT', false],
  ['(AFL-2.1 OR BSD-3-Clause)', false],
  ['Apache-2.0 AND MIT', false],
  ['MPL-2.0', true],
])('allowed: %s', (license, tool) => {
  expect(refusedLicences(of(license, tool))).toEqual([]);
});

test.each([
  ['GPL-3.0-only', false],
  ['MPL-2.0', false],
  ['MIT AND GPL-3.0-only', false],
  ['SEE LICENSE IN x', true],
  [undefined, false],
])('refused: %s', (license, tool) => {
  expect(refusedLicences(of(license, tool))).toEqual([`@x/b 1.0.0: ${license ?? 'tells no licence'}`]);
});

test('a document that is not that of the lockfile is refused', () => {
  expect(checkLicences(of('MIT'), null).ok).toBe(false);
  expect(checkLicences(of('MIT'), licencesDocument(of('ISC'))).ok).toBe(false);
  expect(checkLicences(of('MIT'), licencesDocument(of('MIT'))).ok).toBe(true);
});

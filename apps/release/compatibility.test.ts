import { existsSync, readFileSync } from 'node:fs';
import { parseChangelog } from '#contract/versioning/changelog';
import { compatibility } from './compatibility.js';
import { baselineFile, lastRelease } from './last-release.js';

test('what is published today keeps what the last release promised, or announced otherwise', () => {
  expect(existsSync(baselineFile('openapi', lastRelease()))).toBe(true);
  const today = new Date().toISOString().slice(0, 10);
  expect(compatibility({ root: '.', today })).toEqual({
    ok: true,
    lines: [`Compatible with ${lastRelease().version}.`],
  });
});

test('the changelog has the form that is read, its newest release is the version of package.json', () => {
  const { faults, releases } = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(faults).toEqual([]);
  const released = releases.map((release) => release.version).filter((name) => name !== null);
  expect(released[0]).toBe(version);
  expect(released).toContain(lastRelease().version);
});

import { readFileSync } from 'node:fs';
import { parseChangelog } from '#contract/versioning/changelog';
import { compatibility } from './compatibility.js';
import { lastRelease } from './last-release.js';

test('what is published today keeps what the last release promised, or announced otherwise', () => {
  const today = new Date().toISOString().slice(0, 10);
  expect(compatibility({ root: '.', today })).toEqual({ ok: true, lines: [`Compatible with ${lastRelease().version}.`] });
});

test('the changelog has the form that is read, and its newest release is the one compared with', () => {
  const { faults, releases } = parseChangelog(readFileSync('CHANGELOG.md', 'utf8'));
  expect(faults).toEqual([]);
  expect(releases.find(({ version }) => version !== null)?.version).toBe(lastRelease().version);
});

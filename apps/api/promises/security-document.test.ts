import { existsSync, readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');

test('docs/security.md answers each of the ten risks with a test or a reason', () => {
  const lines = text.split('\n').filter((line) => /^\| API\d+ /.test(line));
  expect(lines.map((line) => line.split('|')[1]!.trim())).toEqual(Array.from({ length: 10 }, (_, n) => `API${n + 1}`));
  for (const line of lines) expect(line.split('|')[4]).toMatch(/\.test\.ts`|reason/);
});

test('every test that it names exists', () => {
  const named = [...text.matchAll(/`([\w/.-]+\.test\.ts)`/g)].map((match) => match[1]!);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});

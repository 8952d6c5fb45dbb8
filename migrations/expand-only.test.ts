import { readdirSync, readFileSync } from 'node:fs';

/**
 * The last release runs on the schema of this one for a while (decision 29): what it uses may not be taken away under
 * it. A migration that takes away what the last release uses no longer says so: `// contracts: <what, since when>`.
 */
const { newestMigration } = JSON.parse(readFileSync('docs/releases/last.json', 'utf8')) as { newestMigration: string };
const TAKES_AWAY = [
  /\bdrop\s+(?:table|column|view|schema|function|type|constraint)\b/gi,
  /\brename\s+(?:to|column|constraint)\b/gi,
  /\bset\s+not\s+null\b/gi,
  /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/gi,
];

/** Names of the migrations since the last release, oldest first. */
const since = readdirSync('migrations').filter(
  (file) => /^\d{13}-.*\.ts$/.test(file) && !file.endsWith('.test.ts') && file > `${newestMigration}.ts`,
);

/** What a migration takes away on its way up. */
function takenAway(source: string): string[] {
  const up = source.slice(0, source.indexOf('async down'));
  return /\/\/ contracts: \S/.test(up) ? [] : TAKES_AWAY.flatMap((pattern) => up.match(pattern) ?? []);
}

test('migrations since the last release only add', () => {
  const found = since.flatMap((file) =>
    takenAway(readFileSync(`migrations/${file}`, 'utf8')).map((what) => `${file}: ${what}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['create table write.neuve (id int); create index on write.neuve (id)', []],
  ['alter table write.avis add column x int', []],
  ['alter table write.avis drop column x', ['drop column']],
  ['alter table write.avis rename column x to y', ['rename column']],
  ['alter table write.avis alter column x type bigint', ['alter column x type']],
  ['// contracts: write.avis.x, unused since 0.2.0\nalter table write.avis drop column x', []],
])('%s', (sql, found) => {
  expect(takenAway(`up() { ${sql} } async down() { drop table x }`)).toEqual(found);
});

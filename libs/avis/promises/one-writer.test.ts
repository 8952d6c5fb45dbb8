import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const WRITES = /(insert\s+into|update|delete\s+from|truncate|merge\s+into|copy)\s+(only\s+)?read\.avis\b/i;

/** Versions are unique and rising because one function writes them; a second writer would break every client's copy. */
test('only write.publish_avis and write.restamp_avis write served notices, each under the lock of stamps', () => {
  const writers = ['apps', 'libs', 'migrations']
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path)))
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
    .filter((path) => WRITES.test(readFileSync(path, 'utf8')));
  expect(writers).toEqual([
    'migrations/1795000050000-publish-avis.ts',
    'migrations/1795000400000-restauration.ts', // after a restore: what is served, told again (decision 27)
  ]);
  for (const path of writers) expect(readFileSync(path, 'utf8')).toContain('pg_advisory_xact_lock(stamp_lock)');
});

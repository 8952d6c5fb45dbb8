import { readFileSync } from 'node:fs';
import { userAgent } from './user-agent.js';

test('publishers see the version of package.json, what for, and whom to write to', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(userAgent('reads public registers', 'https://exemple.fr/contact')).toBe(
    `marches-publics-api/${version} (reads public registers; +https://exemple.fr/contact)`,
  );
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeBaseline } from './baseline.js';
import { lastRelease } from './last-release.js';

const root = mkdtempSync(join(tmpdir(), 'marches-baseline-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Essai', '-c', 'user.email=essai@exemple.fr', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const runs = spawnSync('git', ['--version']).error === undefined || process.env['CI'] === 'true';
if (!runs) process.stderr.write('The making of a release is SKIPPED: git is missing here.\n');

(runs ? test : test.skip)('a tagged release becomes the one that the next is compared with', () => {
  git('init', '--quiet');
  write('package.json', '{"version":"0.2.0"}');
  write('apps/api/openapi.json', '{"info":{}}');
  write('apps/api/tools.json', '[]');
  for (const name of ['1795000000000-a', '1795000310000-b']) write(`migrations/${name}.ts`, '');
  write('migrations/index.ts', '');
  write('docs/releases/last.json', '{"version":"0.1.0","commit":"0","newestMigration":"1795000000000-a"}');
  write('docs/releases/openapi-0.1.0.json', '{}');
  git('add', '.');
  git('commit', '--quiet', '-m', 'Release');
  git('tag', 'v0.2.0');
  git('tag', 'v0.3.0');
  const commit = git('rev-parse', 'HEAD');
  // What is worked on since is not what was released.
  write('apps/api/openapi.json', '{"info":{"later":true}}');

  expect(writeBaseline('v0.3.0', root)).toMatchObject({ ok: false });
  expect(writeBaseline('v0.2.0', root)).toMatchObject({ ok: true });
  expect(lastRelease(root)).toEqual({ version: '0.2.0', commit, newestMigration: '1795000310000-b' });
  expect(readdirSync(join(root, 'docs/releases')).sort()).toEqual([
    'last.json',
    'openapi-0.2.0.json',
    'tools-0.2.0.json',
  ]);
});

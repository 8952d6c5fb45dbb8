import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baselineFile, type LastRelease, lastRelease } from './last-release.js';
import { PUBLISHED } from './published.js';
import type { Report } from './report.js';

/**
 * Makes a release the one that the next is compared with: its published document, and its commit for clones without
 * tags.
 * @param tag `v0.2.0`. @param root the checkout.
 */
export function writeBaseline(tag: string, root = '.'): Report {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e9 });
  const commit = git('rev-parse', '--verify', `${tag}^{commit}`).trim();
  const { version } = JSON.parse(git('show', `${commit}:package.json`)) as { version: string };
  if (tag !== `v${version}`) return { ok: false, lines: [`${tag} holds version ${version}: tag the right commit.`] };
  const before = lastRelease(root);
  const migrations = git('ls-tree', '--name-only', commit, 'migrations/').match(/\d{13}-[\w-]+(?=\.ts$)/gm) ?? [];
  const last: LastRelease = { version, commit, newestMigration: migrations.sort().at(-1) ?? '' };
  for (const { kind, file } of PUBLISHED) {
    writeFileSync(baselineFile(kind, last, root), git('show', `${commit}:${file}`));
    if (before.version !== version) rmSync(baselineFile(kind, before, root), { force: true });
  }
  writeFileSync(join(root, 'docs/releases/last.json'), `${JSON.stringify(last, null, 2)}\n`);
  return {
    ok: true,
    lines: [`The next release is compared with ${version} (${commit.slice(0, 7)}). Commit docs/releases.`],
  };
}

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { checkAudit } from './audit.js';
import { writeBaseline } from './baseline.js';
import { compatibility } from './compatibility.js';
import { readJson } from './last-release.js';
import { checkLicences, licencesDocument, type Lockfile } from './licences.js';
import type { Report } from './report.js';

const LICENCES = 'docs/licences.md';

/** What a release is checked for and made with (docs/releasing.md). Exit code 1: something to mend, and what. */
const program = new Command('release').description(
  'npm run release -- <command>: checks before a release, and its parts',
);

program
  .command('compatible')
  .description('compare what is published for clients with the last release: what breaks them must have been announced')
  .action(() => end(compatibility({ root: '.', today: new Date().toISOString().slice(0, 10) })));

program
  .command('audit')
  .description('known vulnerabilities of dependencies: each must be explained in docs/security.md')
  .action(() => {
    const { stdout } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', maxBuffer: 1e9 });
    end(checkAudit(stdout, readFileSync('docs/security.md', 'utf8')));
  });

program
  .command('licences')
  .description(`licences of dependencies: each must be allowed and listed in ${LICENCES}`)
  .option('--write', `write ${LICENCES} again`)
  .action(({ write }: { write?: true }) => {
    const lockfile = readJson('package-lock.json') as Lockfile;
    if (write) writeFileSync(LICENCES, licencesDocument(lockfile));
    end(checkLicences(lockfile, existsSync(LICENCES) ? readFileSync(LICENCES, 'utf8') : null));
  });

program
  .command('baseline')
  .description('make a release that was tagged the one that the next is compared with')
  .argument('<tag>', 'v0.2.0')
  .action((tag: string) => end(writeBaseline(tag)));

await program.parseAsync();

function end({ lines, ok }: Report): void {
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!ok) process.exitCode = 1;
}

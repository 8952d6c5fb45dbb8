import { Command } from 'commander';
import { compatibility } from './compatibility.js';
import type { Report } from './report.js';

/** What a release is checked for and made with (docs/releasing.md). Exit code 1: something to mend, and what. */
const program = new Command('release').description(
  'npm run release -- <command>: checks before a release, and its parts',
);

program
  .command('compatible')
  .description('compare what is published for clients with the last release: what breaks them must have been announced')
  .action(() => end(compatibility({ root: '.', today: new Date().toISOString().slice(0, 10) })));

await program.parseAsync();

function end({ lines, ok }: Report): void {
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!ok) process.exitCode = 1;
}

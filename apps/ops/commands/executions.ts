import type { Command } from 'commander';
import { outcomeText, secondsTaken } from '../output/run-text.js';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import { lastRuns, type Run } from '../queries/runs.js';
import type { Session } from '../session.js';
import { integer, sourceCode } from './values.js';

const LONGEST_LIST = 1_000;
const LONGEST_REACHED = 30;

export function addExecutions(program: Command, session: Session): void {
  program
    .command('executions')
    .description('the last collection runs: how they ended, what they brought')
    .option('--source <code>', 'of one source only', sourceCode)
    .option('--limite <n>', 'how many', integer(1, LONGEST_LIST), 20)
    .addHelpText('after', '\nExamples:\n  ops executions\n  ops executions --source ted --limite 5 --json')
    .action(async (options: { source?: string; limite: number }) => {
      const runs = await session.withDatabase((db) => lastRuns(db, options.source ?? null, options.limite));
      session.output.print(runs, () =>
        table<Run>(
          runs,
          [
            { title: 'id', of: (run) => run.id, align: 'right' },
            { title: 'source', of: (run) => run.source },
            { title: 'début', of: (run) => when(run.started_at) },
            { title: 'durée (s)', of: secondsTaken, align: 'right' },
            { title: 'vus', of: (run) => run.seen, align: 'right' },
            { title: 'nouveaux', of: (run) => run.added, align: 'right' },
            { title: 'changés', of: (run) => run.changed, align: 'right' },
            { title: 'rejetés', of: rejectedText, align: 'right' },
            { title: 'fautes', of: (run) => run.faults, align: 'right' },
            { title: 'Ko', of: (run) => Math.ceil(run.bytes / 1000), align: 'right' },
            { title: 'docs/s', of: (run) => run.per_second, align: 'right' },
            { title: 'atteint', of: (run) => reachedText(run.reached) },
            { title: 'issue', of: outcomeText },
          ],
          'No run yet. The worker starts them; ask for one: ops source collecter <code>',
        ),
      );
    });
}

/** `0`, or `3 (malformed 2, unknown_kind 1)`. */
function rejectedText({ rejected }: Run): string {
  const entries = Object.entries(rejected);
  const total = entries.reduce((sum, [, n]) => sum + n, 0);
  return total === 0 ? '0' : `${total} (${entries.map(([reason, n]) => `${reason} ${n}`).join(', ')})`;
}

function reachedText(reached: Run['reached']): string | null {
  const values = Object.values(reached ?? {});
  return values.length === 0 ? null : values.map(String).join(' ').slice(0, LONGEST_REACHED);
}

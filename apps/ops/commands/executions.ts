import type { Command } from 'commander';
import { issueText, secondsTaken } from '../output/run-text.js';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import { lastRuns, type Run } from '#avis/write/run-reports';
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
    .addHelpText(
      'after',
      '\nExamples:\n  ops executions\n  ops executions --source ted --limite 5 --json\n\ns: seconds; Ko: raw kilobytes of the new documents.',
    )
    .action(async (options: { source?: string; limite: number }) => {
      const runs = await session.withDatabase((db) => lastRuns(db, options.source ?? null, options.limite));
      session.output.print(runs, () =>
        table<Run>(
          runs,
          [
            { title: 'id', of: (run) => run.id, align: 'right' },
            { title: 'source', of: (run) => run.source },
            { title: 'début', of: (run) => when(run.started_at) },
            { title: 's', of: secondsTaken, align: 'right' },
            { title: 'vus', of: (run) => run.seen, align: 'right' },
            { title: 'nouveaux', of: (run) => run.added, align: 'right' },
            { title: 'changés', of: (run) => run.changed, align: 'right' },
            { title: 'rejetés', of: rejectedCount, align: 'right' },
            { title: 'fautes', of: (run) => run.faults, align: 'right' },
            { title: 'issue', of: issueText },
          ],
          'No run yet. The worker starts them; ask for one: ops source collecter <code>',
          belowText,
        ),
      );
    });
}

function rejectedCount({ rejected }: Run): number {
  return Object.values(rejected).reduce((sum, n) => sum + n, 0);
}

/** `refused: … · rejetés: malformed 2, unknown_kind 1 · 84 docs/s, 310 Ko, atteint 2026-11-20`; nothing of a run that brought nothing. */
function belowText({ reason, rejected, seen, bytes, per_second, reached }: Run): string | null {
  const rejections = Object.entries(rejected).map(([why, n]) => `${why} ${n}`);
  const position = Object.values(reached ?? {}).map(String);
  const atteint = position.length === 0 ? '' : `, atteint ${position.join(' ').slice(0, LONGEST_REACHED)}`;
  const parts = [
    ...(reason === null ? [] : [reason]),
    ...(rejections.length === 0 ? [] : [`rejetés: ${rejections.join(', ')}`]),
    ...(seen === 0 ? [] : [`${per_second} docs/s, ${Math.ceil(bytes / 1000)} Ko${atteint}`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

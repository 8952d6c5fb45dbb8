import type { Command } from 'commander';
import { usageReport } from '#access/usage/report';
import { table } from '../output/table.js';
import type { Session } from '../session.js';
import { day, uuid } from './values.js';

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 7;

export function addUsage(program: Command, session: Session): void {
  program
    .command('usage')
    .description('requests by day, key, route and status; refused ones included')
    .option('--compte <id>', 'of one account', uuid)
    .option('--cle <id>', 'of one key, by its id', uuid)
    .option('--du <date>', `first day, YYYY-MM-DD in UTC (default: the last ${DAYS_SHOWN} days)`, day)
    .option('--au <date>', 'last day, YYYY-MM-DD in UTC (default: today)', day)
    .addHelpText('after', '\nExamples:\n  ops usage\n  ops usage --compte 5a4c…e1 --du 2026-11-01 --json')
    .action(async (options: { compte?: string; cle?: string; du?: string; au?: string }) => {
      const { compte, cle, du, au } = options;
      const lines = await session.withDatabase((db) =>
        usageReport(db, {
          du: du ?? new Date(Date.now() - (DAYS_SHOWN - 1) * DAY_MS).toISOString().slice(0, 10),
          ...(compte !== undefined && { compteId: compte }),
          ...(cle !== undefined && { cleId: cle }),
          ...(au !== undefined && { au }),
        }),
      );
      session.output.print(lines, () =>
        table(
          lines,
          [
            { title: 'jour', of: (line) => line.jour },
            { title: 'compte', of: (line) => line.compte },
            { title: 'cle', of: (line) => line.prefixe },
            { title: 'route', of: (line) => line.route },
            { title: 'statut', of: (line) => line.statut, align: 'right' },
            { title: 'requetes', of: (line) => line.requetes, align: 'right' },
          ],
          'No request in this time.',
        ),
      );
    });
}

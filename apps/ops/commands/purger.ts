import type { Command } from 'commander';
import { purge, type Purged } from '#retention/purge';
import { table } from '../output/table.js';
import type { Session } from '../session.js';
import { stopOnSignal } from '../stop-on-signal.js';

/** `purger`: what the worker does every night. */
export function addPurger(program: Command, session: Session): void {
  program
    .command('purger')
    .description('delete statistics and history that are kept no longer, as the worker does at 03:40 UTC')
    .option('--simuler', 'only count')
    .addHelpText('after', '\nExamples:\n  ops purger --simuler\n  ops purger')
    .action(async ({ simuler = false }: { simuler?: boolean }) => {
      const { usageKeptDays, historyKeptDays } = session.configuration();
      const days = { usage: usageKeptDays, history: historyKeptDays };
      const stop = stopOnSignal();
      try {
        const purged = await session.withDatabase((db) =>
          purge(db, { now: new Date(), days, simulate: simuler, signal: stop.signal }),
        );
        session.output.print({ simulation: simuler, tables: purged }, () => purgedText(purged, simuler));
      } finally {
        stop.release();
      }
    });
}

function purgedText(purged: readonly Purged[], simulated: boolean): string {
  return table(
    purged,
    [
      { title: 'table', of: (row) => row.table },
      { title: 'avant le', of: (row) => row.avant },
      { title: simulated ? 'lignes à supprimer' : 'lignes supprimées', of: (row) => row.lignes, align: 'right' },
    ],
    'Stopped before the first table.',
  );
}

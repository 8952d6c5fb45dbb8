import type { Command } from 'commander';
import { lastRestoration, lastTraces } from '#avis/write/restauration/restoration';
import { restorationText } from '../output/restoration-text.js';
import { record } from '../output/table.js';
import { when } from '../output/when.js';
import type { Session } from '../session.js';
import { addRestaurationDeclarer } from './restauration-declarer.js';
import { addRestaurationTemoin } from './restauration-temoin.js';

/** `restauration`: what must be said after the database was restored to an earlier point (docs/runbooks/restore.md). */
export function addRestauration(program: Command, session: Session): void {
  const restauration = program
    .command('restauration')
    .description('after a restore of the database: make every client hear of what was lost');
  addRestaurationDeclarer(restauration, session);
  addRestaurationTemoin(restauration, session);

  restauration
    .command('etat')
    .description(
      'the last restore that was declared, what it has yet to tell, and the last traces of what operators did',
    )
    .addHelpText('after', '\nExample:\n  ops restauration etat')
    .action(async () => {
      const { restauration: last, traces } = await session.withDatabase(async (db) => ({
        restauration: await lastRestoration(db.manager),
        traces: await lastTraces(db.manager),
      }));
      session.output.print({ restauration: last, traces }, () =>
        [
          last === null ? 'No restore was ever declared.' : restorationText(last),
          'The last traces in this database; what you did since must be done again:',
          record(
            Object.fromEntries(Object.entries(traces).map(([what, instant]) => [what, when(instant as Date | null)])),
          ),
        ].join('\n\n'),
      );
    });
}

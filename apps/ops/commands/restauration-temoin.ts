import type { Command } from 'commander';
import { lostNotices, retireLostNotices } from '#avis/write/restauration/lost-notices';
import { table } from '../output/table.js';
import { witnessPages } from '../queries/witness.js';
import type { Session } from '../session.js';
import { instant } from './values.js';

const EXAMPLES = 20;

/** `restauration temoin`, run on a database about to be lost, and `restauration terminer`, once all is collected again. */
export function addRestaurationTemoin(restauration: Command, session: Session): void {
  restauration
    .command('temoin')
    .description(
      'print what this database serves since an instant, a line a notice: run it on the database that you are about to give up',
    )
    .requiredOption('--depuis <instant>', 'the instant that you will restore to', instant)
    .addHelpText(
      'after',
      '\nExample:\n  DATABASE_URL=<the old one> ops restauration temoin --depuis 2026-11-21T02:00:00Z > temoin.ndjson',
    )
    .action(async ({ depuis }: { depuis: Date }) => {
      await session.withDatabase(async (db) => {
        for await (const page of witnessPages(db, depuis)) {
          for (const one of page) session.output.line(JSON.stringify(one));
        }
      });
    });

  restauration
    .command('terminer')
    .description(
      'tell copies that the notices which no source gave again are gone (supprime); a source that shows one later serves it again',
    )
    .option('--simuler', 'only print them')
    .addHelpText('after', '\nExamples:\n  ops restauration terminer --simuler\n  ops restauration terminer')
    .action(async ({ simuler = false }: { simuler?: boolean }) => {
      const { retired, examples } = await session.withDatabase(async (db) => ({
        examples: await lostNotices(db, EXAMPLES),
        retired: simuler ? 0 : await retireLostNotices(db),
      }));
      session.output.print({ simulation: simuler, retires: retired, exemples: examples }, () =>
        [
          table(
            examples,
            [
              { title: 'id', of: (row) => row.id },
              { title: 'source', of: (row) => row.source },
              { title: 'version vue', of: (row) => row.version },
            ],
            'Every notice that the witness knows is there.',
          ),
          ...(simuler ? ['Nothing is written.'] : [`${retired} notices are told as supprime.`]),
        ].join('\n\n'),
      );
    });
}

import type { Command } from 'commander';
import { IMPORT_OUTCOMES } from '../output/import-text.js';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import { type ImportRow, lastImports } from '#contrats/write/import-reports';
import type { Session } from '../session.js';
import { integer } from './values.js';

const LONGEST_LIST = 1_000;

export function addImporterEtat(importer: Command, session: Session): void {
  importer
    .command('etat')
    .description('the last imports: how they ended, how far they came')
    .option('--registre <code>', 'of one register only')
    .option('--limite <n>', 'how many', integer(1, LONGEST_LIST), 20)
    .addHelpText(
      'after',
      '\nExamples:\n  ops importer etat\n  ops importer etat --registre pes_marche --limite 5 --json',
    )
    .action(async (options: { registre?: string; limite: number }) => {
      const rows = await session.withDatabase((db) => lastImports(db, options.registre ?? null, options.limite));
      session.output.print(rows, () =>
        table<ImportRow>(
          rows,
          [
            { title: 'id', of: ({ id }) => id, align: 'right' },
            { title: 'registre', of: ({ registre }) => registre },
            { title: 'fichier', of: ({ fichier }) => fichier.split('/').at(-1) ?? fichier },
            { title: 'début', of: ({ started_at }) => when(started_at) },
            { title: 's', of: secondsTaken, align: 'right' },
            { title: 'lus', of: ({ lus }) => lus, align: 'right' },
            { title: 'Mo', of: ({ octets }) => Math.round(octets / 1_000_000), align: 'right' },
            { title: 'issue', of: ({ outcome }) => (outcome === null ? 'en cours' : IMPORT_OUTCOMES[outcome]) },
          ],
          'No import yet. The worker starts them; ask for one: ops importer decp',
          ({ reason }) => reason,
        ),
      );
    });
}

function secondsTaken({ started_at, ended_at }: ImportRow): number | null {
  return ended_at === null ? null : Math.round((ended_at.getTime() - started_at.getTime()) / 1000);
}

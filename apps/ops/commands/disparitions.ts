import type { Command } from 'commander';
import { confirmDisappearance, dismissDisappearance, heldDisappearances } from '#avis/write/held-disappearances';
import type { SourceCode } from '#sources/registry';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { sourceCode } from './values.js';

/** `disparitions`: sources of which too much would disappear at once, and the operator's word on each. */
export function addDisparitions(program: Command, session: Session): void {
  const disparitions = program
    .command('disparitions')
    .description(
      'sources of which too many notices would disappear at once: nothing of them is retired until you say so',
    )
    .addHelpText('after', '\nExamples:\n  ops disparitions\n  ops disparitions confirmer place')
    .action(async () => {
      const held = await session.withDatabase(heldDisappearances);
      session.output.print(held, () =>
        table(
          held,
          [
            { title: 'source', of: (row) => row.source },
            { title: 'depuis', of: (row) => when(row.depuis) },
            { title: 'ouverts', of: (row) => row.ouverts, align: 'right' },
            { title: 'absents', of: (row) => row.absents, align: 'right' },
            { title: 'exemples', of: (row) => row.exemples.map(({ id, titre }) => `${id} ${titre ?? ''}`).join('; ') },
          ],
          'Nothing is held.',
        ),
      );
    });

  disparitions
    .command('confirmer')
    .description('they have disappeared: the worker retires them as supprime')
    .argument('<source>', 'code of the source', sourceCode)
    .option('--motif <text>', 'why, for the history')
    .action(async (source: SourceCode, { motif }: { motif?: string }) => {
      const avis = await session.withDatabase((db) => confirmDisappearance(db, source, motif ?? null));
      print(source, avis, 'are retired by the worker');
    });

  disparitions
    .command('ecarter')
    .description('they are still published: they stay served, until the source shows them and loses them again')
    .argument('<source>', 'code of the source', sourceCode)
    .option('--motif <text>', 'why, for the history')
    .action(async (source: SourceCode, { motif }: { motif?: string }) => {
      const avis = await session.withDatabase((db) => dismissDisappearance(db, source, motif ?? null));
      print(source, avis, 'stay served');
    });

  function print(source: SourceCode, avis: number | null, what: string): void {
    if (avis === null) throw new Refusal(`Nothing of ${source} is held: see ops disparitions.`);
    session.output.print({ source, avis }, () => `${avis} notices of ${source} ${what}.`);
  }
}

import type { Command } from 'commander';
import { deleteAvis, undeleteAvis } from '#avis/write/delete-avis';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { uuid } from './values.js';

/** `avis supprimer` and `avis retablir`: an operator's decision on one notice, which replays obey. */
export function addAvis(program: Command, session: Session): void {
  const avis = program.command('avis').description('one notice: delete it, take a deletion back');

  avis
    .command('supprimer')
    .description('retire a notice for good (supprime), whatever its source publishes')
    .argument('<id>', 'UUID of the notice', uuid)
    .requiredOption('--motif <text>', 'why, for the history')
    .addHelpText('after', '\nExample:\n  ops avis supprimer 6f0c… --motif "décision de justice"')
    .action(async (id: string, { motif }: { motif: string }) => {
      if (!(await session.withDatabase((db) => deleteAvis(db, id, motif)))) {
        throw new Refusal(`No notice has the id ${id}, or it is deleted already: see ops historique ${id}.`);
      }
      session.output.print({ id, supprime: true }, () => `${id} is deleted: the worker retires it.`);
    });

  avis
    .command('retablir')
    .description('take a deletion back: the notice is served again under its id')
    .argument('<id>', 'UUID of the notice', uuid)
    .option('--motif <text>', 'why, for the history')
    .action(async (id: string, { motif }: { motif?: string }) => {
      if (!(await session.withDatabase((db) => undeleteAvis(db, id, motif ?? null)))) {
        throw new Refusal(`${id} is not deleted: see ops historique ${id}.`);
      }
      session.output.print({ id, supprime: false }, () => `${id} is served again: the worker publishes it.`);
    });
}

import type { Command } from 'commander';
import { ROLES } from '#opportunites/verdicts/role';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import { type VerdictState, verdictStates } from '../queries/verdicts.js';
import type { Session } from '../session.js';

/** `verdict etat`: how far the models have come with the feeds. */
export function addVerdict(program: Command, session: Session): void {
  program
    .command('verdict')
    .description('what the models say of the notices of feeds')
    .command('etat')
    .description('outcomes kept, evaluations under way or put off, requests made today; a line a model')
    .addHelpText('after', '\nExample:\n  ops verdict etat')
    .action(async () => {
      const { modeles } = session.configuration();
      const states = await session.withDatabase((db) => verdictStates(db, ROLES));
      const rows = states.map((state) => ({ ...state, configure: modeles[state.role] !== null }));
      session.output.print(rows, () =>
        table<VerdictState & { configure: boolean }>(
          rows,
          [
            { title: 'modèle', of: (row) => row.role },
            { title: 'configuré ici', of: (row) => (row.configure ? 'oui' : 'non') },
            { title: 'verdicts', of: (row) => row.verdicts, align: 'right' },
            { title: 'oui', of: (row) => row.oui, align: 'right' },
            { title: 'incertain', of: (row) => row.incertain, align: 'right' },
            { title: 'non', of: (row) => row.non, align: 'right' },
            { title: 'dernier', of: (row) => when(row.dernier) },
            { title: 'en cours', of: (row) => row.en_cours, align: 'right' },
            { title: 'repoussés', of: (row) => row.repousses, align: 'right' },
            { title: 'appels du jour', of: (row) => row.appels, align: 'right' },
            { title: 'jetons', of: (row) => row.jetons, align: 'right' },
          ],
          '',
          (row) => row.erreur,
        ),
      );
    });
}

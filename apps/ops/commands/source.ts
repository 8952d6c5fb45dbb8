import type { Command } from 'commander';
import { SOURCES } from '#sources/registry';
import { outcomeText } from '../output/run-text.js';
import { table } from '../output/table.js';
import { when } from '../output/when.js';
import { lastRunOfEach } from '../queries/runs.js';
import { sourceStates } from '../queries/source-states.js';
import type { Session } from '../session.js';
import { addSourceCollecter } from './source-collecter.js';
import { addSourceEtat } from './source-etat.js';

export function addSource(program: Command, session: Session): void {
  const source = program.command('source').description('the 18 sources of notices');
  addSourceCollecter(source, session);
  addSourceEtat(source, session);

  source
    .command('lister')
    .description('state of each source: what it brought, how its last run ended')
    .addHelpText('after', '\nExample:\n  ops source lister')
    .action(async () => {
      const [states, runs] = await session.withDatabase(async (db) => [
        await sourceStates(db),
        await lastRunOfEach(db),
      ]);
      const sources = SOURCES.map(({ code, nom, rediffusion }) => {
        const state = states.find((candidate) => candidate.code === code);
        return {
          code,
          nom,
          rediffusion,
          etat: state?.coupee === true ? 'coupee' : 'active',
          avis: state?.avis ?? 0,
          derniere_collecte: state?.derniere_collecte ?? null,
          derniere_publication: state?.derniere_publication ?? null,
          derniere_execution: runs.find((run) => run.source === code) ?? null,
        };
      });
      session.output.print(sources, () =>
        table(
          sources,
          [
            { title: 'code', of: (row) => row.code },
            { title: 'etat', of: (row) => row.etat },
            { title: 'avis', of: (row) => row.avis, align: 'right' },
            { title: 'derniere_collecte', of: (row) => when(row.derniere_collecte) },
            { title: 'derniere_publication', of: (row) => row.derniere_publication },
            { title: 'dernière exécution', of: (row) => row.derniere_execution && outcomeText(row.derniere_execution) },
          ],
          '',
        ),
      );
    });
}

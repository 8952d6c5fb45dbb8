import type { Command } from 'commander';
import { type AvisHistory, historyOf, type VersionEntry } from '#avis/write/history';
import { record, table } from '../output/table.js';
import { when } from '../output/when.js';
import { Refusal } from '../refusal.js';
import type { Session } from '../session.js';
import { uuid } from './values.js';

/** `historique`: every version of a notice, what it was made of, what it is linked to, what operators decided. */
export function addHistorique(program: Command, session: Session): void {
  program
    .command('historique')
    .description('history of a notice: versions, publications, links, decisions')
    .argument('<id>', 'UUID of the notice', uuid)
    .addHelpText('after', '\nExample:\n  ops historique 6f0c… --json')
    .action(async (id: string) => {
      const history = await session.withDatabase((db) => historyOf(db, id));
      if (history === null) throw new Refusal(`No notice ever had the id ${id}.`);
      session.output.print(history, () => textOf(history));
    });
}

function textOf(history: AvisHistory): string {
  const { id, source, racine, en_attente, links } = history;
  const head = record({
    id,
    source,
    racine,
    remplace_par: links.remplace_par,
    remplace: links.remplace.join(', ') || null,
    en_attente,
  });
  const versions = table(
    history.versions,
    [
      { title: 'version', of: (row) => row.version },
      { title: 'statut', of: (row) => statutOf(row) },
      { title: 'why', of: (row) => row.reason },
      { title: 'what changed', of: (row) => row.champs?.join(', ') ?? null },
    ],
    'No version yet: it was never served.',
  );
  const publications = table(
    history.publications,
    [
      { title: 'publication', of: (row) => row.identifiant },
      { title: 'kind', of: (row) => row.kind },
      { title: 'date', of: (row) => row.date_publication },
      { title: 'cites', of: (row) => row.cites.join(', ') || null },
      { title: 'collected', of: (row) => when(row.collected_at) },
      { title: 'link', of: (row) => row.url },
    ],
    'No publication is left to it.',
  );
  const decisions = table(
    history.decisions,
    [
      {
        title: 'decision',
        of: ({ verbe, source, autre_avis_id: other }) => [verbe, source ?? other ?? ''].join(' ').trim(),
      },
      { title: 'when', of: (row) => when(row.decide_le) },
      { title: 'motif', of: (row) => row.motif },
    ],
    'No operator decided anything about it.',
  );
  return [head, versions, publications, decisions].join('\n\n');
}

function statutOf({ statut, motif_retrait }: VersionEntry): string {
  return motif_retrait === null ? statut : `${statut} (${motif_retrait})`;
}

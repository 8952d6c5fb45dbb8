import type { ImportRow } from '#contrats/write/import-reports';
import type { Run } from '#avis/write/run-reports';
import { sourceOf } from '#sources/registry';
import { Badge } from '../parts/badge.js';
import { compte, duree, instant, nombre, octets } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Meter } from '../parts/meter.js';
import { SourceChoice } from '../parts/source-choice.js';
import { Table } from '../parts/table.js';
import { issueOf } from './run-issue.js';

interface Props {
  shown: Shown;
  /** Newest first. */
  runs: readonly Run[];
  imports: readonly ImportRow[];
  /** Source of which alone the runs are; null for all. */
  source: string | null;
}

/** Collection runs and imports: those under way with how far they have come, and how the last ones ended. */
export function ExecutionsPage({ shown, runs, imports, source }: Props) {
  const { now } = shown;
  const active = runs.filter(({ outcome }) => outcome === null);
  return (
    <Layout {...shown} title="Exécutions">
      <form method="get" class="filters">
        <SourceChoice chosen={source} />
        <button type="submit">Afficher</button>
      </form>
      <h2>En cours</h2>
      {active.length === 0 ? (
        <p class="empty">Aucune collecte en cours.</p>
      ) : (
        <ul class="progresses">
          {active.map((run) => (
            <li>
              <strong>{sourceOf(run.source)?.nom ?? run.source}</strong>
              {run.progress === null ? (
                <span class="meter">
                  <progress aria-label={`Avancement de ${run.source}`} />
                  <span>avancement inconnu</span>
                </span>
              ) : (
                <Meter value={run.progress} max={1} label={`Avancement de ${run.source}`} />
              )}
              <small>
                {compte(run.seen, 'document', 'documents')}, {nombre(run.per_second)} par seconde, depuis{' '}
                {duree((now - Date.parse(run.started_at)) / 1000)}
              </small>
            </li>
          ))}
        </ul>
      )}
      <h2>Historique</h2>
      <Table
        caption="Collectes, la plus récente d’abord"
        rows={runs.filter(({ outcome }) => outcome !== null)}
        empty="Aucune collecte ne s’est encore terminée."
        columns={[
          {
            title: 'Source',
            of: (run) => (
              <>
                {sourceOf(run.source)?.nom ?? run.source}
                <small>n° {run.id}</small>
              </>
            ),
          },
          { title: 'Début (UTC)', of: (run) => <time dateTime={run.started_at}>{instant(run.started_at)}</time> },
          {
            title: 'Durée',
            of: (run) =>
              run.ended_at === null ? null : duree((Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000),
            numeric: true,
          },
          { title: 'Issue', of: (run) => <Issue run={run} /> },
          { title: 'Vus', of: (run) => nombre(run.seen), numeric: true },
          { title: 'Nouveaux', of: (run) => nombre(run.added), numeric: true },
          { title: 'dont modifiés', of: (run) => nombre(run.changed), numeric: true },
          { title: 'Rejetés', of: rejectedLink, numeric: true },
          { title: 'Volume', of: (run) => octets(run.bytes), numeric: true },
        ]}
      />
      <h2>Imports des registres</h2>
      <Table
        caption="Imports, le plus récent d’abord"
        rows={imports}
        empty="Aucun import de registre."
        columns={[
          {
            title: 'Registre',
            of: (row) => (
              <>
                {row.registre}
                <small class="path">{row.fichier}</small>
              </>
            ),
          },
          { title: 'Début (UTC)', of: (row) => instant(row.started_at.getTime()) },
          {
            title: 'Issue',
            of: (row) => (
              <>
                <Badge tone={issueOf(row).tone}>{issueOf(row).text}</Badge>
                {row.reason !== null && <small class="reason">{row.reason}</small>}
              </>
            ),
          },
          { title: 'Lus', of: (row) => nombre(row.lus), numeric: true },
          { title: 'Volume', of: (row) => octets(row.octets), numeric: true },
        ]}
      />
    </Layout>
  );
}

function Issue({ run }: { run: Run }) {
  const { tone, text } = issueOf(run);
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {run.reason !== null && <small class="reason">{run.reason}</small>}
      {run.faults > 0 && <small>{compte(run.faults, 'document illisible', 'documents illisibles')}</small>}
    </>
  );
}

function rejectedLink({ source, rejected }: Run) {
  const count = Object.values(rejected).reduce((sum, n) => sum + n, 0);
  return count === 0 ? '0' : <a href={`/rejets?source=${source}`}>{nombre(count)}</a>;
}

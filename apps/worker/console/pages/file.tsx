import type { QueueBoard, QueuedJob } from '#platform/queue/job-queue';
import { Badge, type Tone } from '../parts/badge.js';
import { duree, instant, nombre, relatif } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Meter } from '../parts/meter.js';
import { Table } from '../parts/table.js';
import { Tiles } from '../parts/tiles.js';

const STATES: Readonly<Record<QueuedJob['state'], { tone: Tone; text: string }>> = {
  active: { tone: 'info', text: 'En cours' },
  waiting: { tone: 'quiet', text: 'Attend' },
  prioritized: { tone: 'quiet', text: 'Attend, prioritaire' },
  delayed: { tone: 'quiet', text: 'Prévu' },
};

/** The queue: what runs, what waits, what comes back by itself. */
export function FilePage({ shown, board, backend }: { shown: Shown; board: QueueBoard | null; backend: string }) {
  const { now } = shown;
  return (
    <Layout {...shown} title="File">
      <p>
        File BullMQ sur {backend}. Elle dit seulement « maintenant » : un travail terminé n’y reste pas (voir{' '}
        <a href="/executions">Exécutions</a>), et la perdre ne perd rien.
      </p>
      {board === null ? (
        <p class="refusal" role="alert">
          La file ne répond pas. Les étapes avancent par leurs propres minuteries ; les collectes attendent son retour.
        </p>
      ) : (
        <Board board={board} now={now} />
      )}
    </Layout>
  );
}

function Board({ board: { counts, jobs, schedules }, now }: { board: QueueBoard; now: number }) {
  const failing = jobs.filter(({ failure }) => failure !== null).length;
  return (
    <>
      <Tiles
        tiles={[
          { label: 'En cours', value: nombre(counts['active'] ?? 0) },
          { label: 'En attente', value: nombre((counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0)) },
          { label: 'Prévus', value: nombre(counts['delayed'] ?? 0) },
          { label: 'À réessayer après un échec', value: nombre(failing), tone: failing > 0 ? 'warn' : 'good' },
        ]}
      />
      <h2>Travaux</h2>
      <Table
        caption="Travaux de la file, cinquante par état au plus"
        rows={jobs}
        empty="La file est vide."
        columns={[
          {
            title: 'Travail',
            of: ({ name, source }) => (
              <>
                {name}
                {source !== null && <small>{source}</small>}
              </>
            ),
          },
          { title: 'État', of: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge> },
          { title: 'Quand', of: ({ at }) => relatif(at, now) },
          {
            title: 'Avancement',
            of: ({ share, name }) =>
              share === null ? null : <Meter value={share} max={1} label={`Avancement de ${name}`} />,
          },
          { title: 'Essais', of: ({ attempts }) => nombre(attempts), numeric: true },
          { title: 'Dernier échec', of: ({ failure }) => failure && <small class="reason">{failure}</small> },
        ]}
      />
      <h2>Ce qui revient de soi-même</h2>
      <Table
        caption="Planification"
        rows={[...schedules].sort((one, other) => (one.next ?? 0) - (other.next ?? 0))}
        empty="Rien n’est planifié : un worker prend-il des travaux ?"
        columns={[
          { title: 'Nom', of: ({ id }) => id },
          {
            title: 'Rythme',
            of: ({ everyMs, cron }) => (everyMs === null ? cron : `toutes les ${duree(everyMs / 1000)}`),
          },
          {
            title: 'Prochaine fois',
            of: ({ next }) =>
              next && <time title={`${instant(next)} UTC`}>{next <= now ? 'imminente' : relatif(next, now)}</time>,
          },
        ]}
      />
    </>
  );
}

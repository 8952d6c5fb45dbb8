import { Badge } from '../parts/badge.js';
import { Bars } from '../parts/bars.js';
import { duree, nombre } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Table } from '../parts/table.js';
import { type Backlog, COUNTED_MAX } from '../queries/backlogs.js';

/** Work that waits this long is no longer what has just come in. */
const LATE_SECONDS = 300;

/** What each stage has yet to do. */
export function EtapesPage({ shown, backlogs }: { shown: Shown; backlogs: readonly Backlog[] }) {
  return (
    <Layout {...shown} title="Étapes">
      <p>
        Chaque étape prend son travail dans la base, seule : ce qui attend ici n’est jamais perdu. Une attente de plus
        de cinq minutes dit qu’une étape n’avance pas, ou qu’un premier chargement ou un rejeu est en cours.
      </p>
      <Bars
        title="Travail en attente par étape (échelle logarithmique)"
        steep
        bars={backlogs.map((backlog) => ({
          label: backlog.quoi,
          value: backlog.attente,
          text: attenteText(backlog),
          tone: toneOf(backlog),
        }))}
      />
      <Table
        caption="Attente de chaque étape"
        rows={backlogs}
        empty="Aucune étape."
        columns={[
          {
            title: 'Étape',
            of: ({ stage, quoi }) => (
              <>
                {stage}
                <small>{quoi}</small>
              </>
            ),
          },
          { title: 'En attente', of: attenteText, numeric: true },
          { title: 'Depuis', of: ({ depuis }) => (depuis === null ? null : duree(depuis)), numeric: true },
          {
            title: 'État',
            of: (backlog) => (
              <>
                <Badge tone={toneOf(backlog)}>{etatText(backlog)}</Badge>
                {backlog.erreur !== null && <small class="reason">{backlog.erreur}</small>}
              </>
            ),
          },
        ]}
      />
    </Layout>
  );
}

function attenteText({ attente }: Backlog): string {
  return attente > COUNTED_MAX ? `plus de ${nombre(COUNTED_MAX)}` : nombre(attente);
}

function toneOf({ depuis, erreurs }: Backlog): 'good' | 'warn' | 'bad' {
  if (erreurs > 0) return 'bad';
  return depuis !== null && depuis > LATE_SECONDS ? 'warn' : 'good';
}

function etatText(backlog: Backlog): string {
  if (backlog.erreurs > 0) return `${nombre(backlog.erreurs)} en échec`;
  if (backlog.attente === 0) return 'À jour';
  return toneOf(backlog) === 'warn' ? 'En retard' : 'Avance';
}

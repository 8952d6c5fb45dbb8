import { sourceOf } from '#sources/registry';
import { Badge } from '../parts/badge.js';
import { Bars } from '../parts/bars.js';
import { instant, nombre } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { SourceChoice } from '../parts/source-choice.js';
import { Table } from '../parts/table.js';
import { type Rejection, type RejectionCount, WINDOW } from '../queries/rejections.js';
import { REASONS, reasonText } from './rejection-reasons.js';

interface Props {
  shown: Shown;
  counts: readonly RejectionCount[];
  rejections: readonly Rejection[];
  source: string | null;
  reason: string | null;
}

/** Documents that did not become a publication, by reason. */
export function RejetsPage({ shown, counts, rejections, source, reason }: Props) {
  const ofSource = counts.filter((count) => source === null || count.source === source);
  return (
    <Layout {...shown} title="Rejets">
      <form method="get" class="filters">
        <SourceChoice chosen={source} />
        <label for="motif">Motif</label>
        <select id="motif" name="motif">
          <option value="">tous</option>
          {Object.entries(REASONS).map(([code, { text }]) => (
            <option value={code} selected={code === reason}>
              {text}
            </option>
          ))}
        </select>
        <button type="submit">Afficher</button>
      </form>
      {ofSource.length > 0 && (
        <Bars
          title={`Par motif, parmi les ${nombre(WINDOW)} derniers rejets`}
          bars={Object.entries(REASONS).map(([code, { text, tone }]) => {
            const value = ofSource.filter((count) => count.reason === code).reduce((sum, { n }) => sum + n, 0);
            return { label: text, value, text: nombre(value), tone: tone === 'bad' || tone === 'warn' ? tone : 'good' };
          })}
        />
      )}
      <h2>Derniers rejets</h2>
      <Table
        caption="Documents rejetés, le plus récent d’abord"
        rows={rejections}
        empty="Aucun document rejeté."
        columns={[
          {
            title: 'Document',
            of: ({ document_id, identifiant }) => (
              <a href={`/rejets/${document_id}`}>{identifiant ?? `sans identifiant (n° ${document_id})`}</a>
            ),
          },
          { title: 'Source', of: (row) => sourceOf(row.source)?.nom ?? row.source },
          {
            title: 'Motif',
            of: (row) => <Badge tone={reasonText(row.reason).tone}>{reasonText(row.reason).text}</Badge>,
          },
          { title: 'Détail', of: ({ detail }) => <small class="reason">{detail}</small> },
          { title: 'Rejeté le (UTC)', of: (row) => <time dateTime={row.rejected_at}>{instant(row.rejected_at)}</time> },
        ]}
      />
    </Layout>
  );
}

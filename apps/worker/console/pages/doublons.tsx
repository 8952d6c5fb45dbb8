import { sourceOf } from '#sources/registry';
import { nombre } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Table } from '../parts/table.js';
import type { ListedCluster } from '../queries/last-clusters.js';

interface Props {
  shown: Shown;
  clusters: readonly ListedCluster[];
  /** What was asked for and is no notice. */
  unknown: string | null;
}

/** Groups of notices that are the same one. */
export function DoublonsPage({ shown, clusters, unknown }: Props) {
  return (
    <Layout {...shown} title="Doublons">
      <form method="get" action="/doublons" class="filters">
        <label for="id">Identifiant d’un avis</label>
        <input id="id" name="id" size={38} required pattern="\s*[0-9a-fA-F\-]{36}\s*" placeholder="6f0c…" />
        <button type="submit">Voir son groupe</button>
      </form>
      {unknown !== null && (
        <p class="refusal" role="alert">
          Aucun avis n’a jamais eu l’identifiant {unknown}.
        </p>
      )}
      <h2>Groupes qui ont changé en dernier, les moins sûrs d’abord</h2>
      <Table
        caption="Groupes de doublons"
        rows={clusters}
        empty="Aucun doublon parmi les mille derniers avis changés."
        columns={[
          { title: 'Avis servi', of: ({ id, titre }) => <a href={`/doublons/${id}`}>{titre ?? 'aucun servi'}</a> },
          { title: 'Avis', of: ({ membres }) => nombre(membres), numeric: true },
          {
            title: 'Sources',
            of: ({ sources }) => <small>{sources.map((code) => sourceOf(code)?.nom ?? code).join(', ')}</small>,
          },
          { title: 'Lien le plus faible', of: ({ faible }) => faible && `${nombre(faible)} bits`, numeric: true },
          { title: 'Règle', of: ({ regle }) => regle },
        ]}
      />
    </Layout>
  );
}

import type { ClusterExplanation, ExplainedNotice } from '#avis/write/match/explain-cluster';
import { sourceOf } from '#sources/registry';
import { Badge } from '../parts/badge.js';
import { Evidence } from '../parts/evidence.js';
import { instant, jour, nombre } from '../parts/format.js';
import { Layout, type Shown } from '../parts/layout.js';
import { Table } from '../parts/table.js';

type Numbers = ReadonlyMap<string, number>;

/** Why a notice is grouped as it is. Notices are numbered: pairs name them by number. */
export function DoublonPage({ shown, cluster }: { shown: Shown; cluster: ClusterExplanation }) {
  const { membres, autres, liens, separes, incertains, decisions, en_attente, omis } = cluster;
  const numbers: Numbers = new Map([...membres, ...autres].map((one, index) => [one.id, index + 1]));
  const served = membres.find(({ id }) => id === cluster.canonique_id);
  return (
    <Layout {...shown} title={served?.titre ?? membres[0]?.titre ?? 'Groupe de doublons'}>
      <p>
        <a href="/doublons">Tous les groupes</a>
      </p>
      <p>{summary(cluster)}</p>
      <h2>Avis du groupe</h2>
      <Notices caption="Avis du groupe" notices={membres} numbers={numbers} />
      <h2>Ce qui les réunit</h2>
      <Pairs
        pairs={liens.map((lien) => ({ ...lien, note: lien.retenu ? null : 'refusé : voir les paires séparées' }))}
        numbers={numbers}
        empty="Aucun lien : rien de semblable n’a été trouvé."
      />
      {separes.length > 0 && (
        <>
          <h2>Ce qui est tenu à part</h2>
          <Pairs
            pairs={separes.map((pair) => ({ ...pair, regle: null, note: pair.veto }))}
            numbers={numbers}
            empty=""
          />
        </>
      )}
      {incertains.length > 0 && (
        <>
          <h2>Presque semblables</h2>
          <p>
            Rien n’en est fait sans votre mot : <code>ops doublons reunir</code> ou <code>separer</code>.
          </p>
          <Pairs pairs={incertains.map((pair) => ({ ...pair, regle: null, note: null }))} numbers={numbers} empty="" />
        </>
      )}
      {omis > 0 && <p>{nombre(omis)} paires de score moindre ne sont pas montrées.</p>}
      {decisions.length > 0 && (
        <>
          <h2>Décisions d’exploitants</h2>
          <Table
            caption="Décisions"
            rows={decisions}
            empty=""
            columns={[
              { title: 'Décision', of: (row) => `${row.decision} ${pairText(row, numbers)}` },
              { title: 'Le (UTC)', of: (row) => instant(row.decide_le) },
              { title: 'Motif', of: (row) => row.motif },
              { title: 'Suivie', of: (row) => (row.suivie ? 'oui' : 'pas encore, ou contredite') },
            ]}
          />
        </>
      )}
      {autres.length > 0 && (
        <>
          <h2>Nommés plus haut, hors du groupe</h2>
          <Notices caption="Avis hors du groupe" notices={autres} numbers={numbers} />
        </>
      )}
      {en_attente.length > 0 && <p>Le worker doit encore traiter {nombre(en_attente.length)} de ces avis.</p>}
    </Layout>
  );
}

function summary({ cluster_id, membres, canonique_id, compare }: ClusterExplanation): string {
  if (cluster_id === null)
    return compare ? 'Cet avis est seul.' : 'Cet avis n’est comparé à aucun autre : il est incomplet.';
  const sources = new Set(membres.map(({ source }) => source)).size;
  const served = canonique_id === null ? 'aucun n’est servi' : 'un seul est servi';
  return `${nombre(membres.length)} avis de ${nombre(sources)} sources n’en font qu’un ; ${served}.`;
}

function Notices({
  caption,
  notices,
  numbers,
}: {
  caption: string;
  notices: readonly ExplainedNotice[];
  numbers: Numbers;
}) {
  return (
    <Table
      caption={caption}
      rows={notices}
      empty=""
      columns={[
        { title: 'N°', of: ({ id }) => String(numbers.get(id) ?? '') },
        { title: 'Source', of: ({ source }) => sourceOf(source)?.nom ?? source },
        {
          title: 'Titre',
          of: ({ id, titre, racine }) => (
            <>
              <a href={`/doublons/${id}`}>{titre ?? 'sans titre'}</a>
              <small class="path">{racine ?? id}</small>
            </>
          ),
        },
        { title: 'Publié', of: ({ date_publication }) => date_publication && jour(date_publication) },
        {
          title: 'Place',
          of: ({ servi, motif_retrait }) => {
            if (servi === null) return <Badge tone="info">Pas encore replié</Badge>;
            return servi ? (
              <Badge tone="good">Servi</Badge>
            ) : (
              <Badge tone="quiet">{`Retiré : ${motif_retrait ?? ''}`}</Badge>
            );
          },
        },
      ]}
    />
  );
}

interface Pair {
  a: string;
  b: string;
  regle: string | null;
  score: number;
  champs: ClusterExplanation['liens'][number]['champs'];
  note: string | null;
}

function Pairs({ pairs, numbers, empty }: { pairs: readonly Pair[]; numbers: Numbers; empty: string }) {
  if (pairs.length === 0) return <p class="empty">{empty}</p>;
  return (
    <ul class="pairs">
      {pairs.map((pair) => (
        <li>
          <h3>
            N° {pairText(pair, numbers)} · {nombre(pair.score)} bits
            {pair.regle !== null && ` · ${pair.regle}`}
          </h3>
          {pair.note !== null && <Badge tone="warn">{pair.note}</Badge>}
          <Evidence champs={pair.champs} />
        </li>
      ))}
    </ul>
  );
}

function pairText({ a, b }: { a: string; b: string }, numbers: Numbers): string {
  return [numbers.get(a) ?? 0, numbers.get(b) ?? 0].sort((one, other) => one - other).join(' – ');
}

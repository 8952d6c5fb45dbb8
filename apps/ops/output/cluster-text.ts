import type { ClusterExplanation, ExplainedNotice } from '#avis/write/match/explain-cluster';
import type { JudgedPair } from '#avis/write/match/judge-around';
import { record, table } from './table.js';
import { when } from './when.js';

/** Why a notice is grouped as it is, for people. Notices are numbered: pairs name them by number. */
export function clusterText(cluster: ClusterExplanation): string {
  const { id, membres, autres, omis } = cluster;
  const numbers: Numbers = new Map([...membres, ...autres].map((one, index) => [one.id, index + 1]));
  const head = record({
    id,
    groupe: cluster.cluster_id ?? aloneText(cluster),
    servi: cluster.canonique_id,
  });
  return [
    head,
    noticesText(membres, numbers),
    linksText(cluster, numbers),
    apartText(cluster, numbers),
    wordsText(cluster, numbers),
    unsureText(cluster, numbers),
    omis === 0 ? '' : `${omis} pairs with smaller scores are left out.`,
    autres.length === 0 ? '' : `Named above, not in the group:\n${noticesText(autres, numbers)}`,
    waitingText(cluster, numbers),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function aloneText({ compare, membres: [alone] }: ClusterExplanation): string {
  if (compare) return 'none: it stands alone';
  return alone?.servi === null ? 'not known yet: it waits for the worker' : 'none: not whole, so compared with nothing';
}

type Numbers = ReadonlyMap<string, number>;

function linksText({ liens }: ClusterExplanation, numbers: Numbers): string {
  return table<ClusterExplanation['liens'][number]>(
    liens,
    [
      { title: 'lien', of: (row) => pairText(row, numbers) },
      { title: 'règle', of: (row) => row.regle },
      { title: 'score', of: (row) => row.score, align: 'right' },
      { title: '', of: (row) => (row.retenu ? '' : 'refused: see what is kept apart') },
    ],
    'No link: nothing was found to be the same.',
    fieldsText,
  );
}

function apartText({ separes }: ClusterExplanation, numbers: Numbers): string {
  return table<JudgedPair>(
    separes,
    [
      { title: 'séparés', of: (row) => pairText(row, numbers) },
      { title: 'veto', of: (row) => row.veto },
      { title: 'score', of: (row) => row.score, align: 'right' },
    ],
    '',
    fieldsText,
  );
}

function wordsText({ decisions }: ClusterExplanation, numbers: Numbers): string {
  return table(
    decisions,
    [
      { title: 'décision', of: (row) => `${row.decision} ${pairText(row, numbers)}` },
      { title: 'when', of: (row) => when(row.decide_le) },
      { title: 'motif', of: (row) => row.motif },
      { title: '', of: (row) => (row.suivie ? '' : 'not so now') },
    ],
    '',
  );
}

function unsureText({ incertains }: ClusterExplanation, numbers: Numbers): string {
  if (incertains.length === 0) return '';
  const pairs = table<JudgedPair>(
    incertains,
    [
      { title: 'incertains', of: (row) => pairText(row, numbers) },
      { title: 'score', of: (row) => row.score, align: 'right' },
    ],
    '',
    fieldsText,
  );
  return `${pairs}\nNothing is done of these. To decide: ops doublons reunir <id> <autre>, or separer.`;
}

function waitingText({ en_attente }: ClusterExplanation, numbers: Numbers): string {
  return table(
    en_attente,
    [
      { title: 'waits', of: (row) => numbers.get(row.id) ?? row.id, align: 'right' },
      { title: 'stage', of: (row) => row.stage },
      { title: 'why', of: (row) => row.error ?? row.reason },
    ],
    '',
  );
}

function pairText({ a, b }: { a: string; b: string }, numbers: Numbers): string {
  return [numbers.get(a) ?? 0, numbers.get(b) ?? 0].sort((one, other) => one - other).join(' – ');
}

const LONGEST_TITLE = 60;

function noticesText(notices: readonly ExplainedNotice[], numbers: Numbers): string {
  return table(
    notices,
    [
      { title: 'n°', of: (row) => numbers.get(row.id) ?? null, align: 'right' },
      { title: 'id', of: (row) => row.id },
      { title: 'source', of: (row) => row.source },
      { title: 'racine', of: (row) => row.racine },
      { title: 'publié', of: (row) => row.date_publication },
      { title: 'place', of: (row) => placeText(row, numbers) },
      { title: 'titre', of: (row) => row.titre?.slice(0, LONGEST_TITLE) ?? null },
    ],
    '',
  );
}

function placeText({ servi, motif_retrait, canonique_id }: ExplainedNotice, numbers: Numbers): string | null {
  if (servi === null) return null;
  if (servi) return 'servi';
  return canonique_id === null
    ? `retiré (${motif_retrait})`
    : `retiré (${motif_retrait} de ${numbers.get(canonique_id) ?? canonique_id})`;
}

/** `titre egal +11.67 · date_publication mois -6.71`, the heaviest first; fields that one of them does not say are left out. */
function fieldsText({ champs }: Pick<JudgedPair, 'champs'>): string {
  return Object.entries(champs)
    .filter(([, { niveau }]) => niveau !== 'absent')
    .sort(([, one], [, other]) => Math.abs(other.poids) - Math.abs(one.poids))
    .map(([champ, { niveau, poids }]) => `${champ} ${niveau} ${poids < 0 ? '' : '+'}${poids}`)
    .join(' · ');
}

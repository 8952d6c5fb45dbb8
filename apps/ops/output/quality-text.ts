import type { QualityReport, QualityRow } from '#avis/quality/report';
import { type Column, table } from './table.js';

const FIELDS: [title: string, field: keyof QualityRow['remplissage']][] = [
  ['titre', 'titre'],
  ['descr.', 'description'],
  ['budget', 'budget'],
  ['cpv', 'cpv'],
  ['limite', 'date_limite'],
  ['type', 'type_marche'],
  ['proc.', 'procedure'],
  ['siret', 'acheteur.siret'],
  ['dép.', 'acheteur.departement'],
  ['lien', 'lien_source'],
  ['nb_lots', 'nb_lots'],
  ['durée', 'duree_mois'],
  ['lieu', 'lieu_execution'],
  ['critères', 'criteres'],
];

const WHO: Column<QualityRow>[] = [
  { title: 'source', of: (row) => row.source },
  { title: 'mois', of: (row) => row.mois ?? 'sans date' },
];

/** The report as two tables: what the publications give, in per cent of the tender notices, and what is wrong. */
export function qualityText({ mois: rows, disparus_derniere_execution: last }: QualityReport): string {
  if (rows.length === 0) return 'Nothing was collected in this scope.';
  const given = table(
    rows,
    [
      ...WHO,
      { title: 'publications', of: (row) => row.publications, align: 'right' },
      { title: 'initiales', of: (row) => row.initiales, align: 'right' },
      ...FIELDS.map(([title, field]): Column<QualityRow> => ({
        title,
        of: (row) => percent(row.remplissage[field]),
        align: 'right',
      })),
    ],
    '',
  );
  const wrong = table(
    rows,
    [
      ...WHO,
      { title: 'annulations', of: (row) => row.annulations, align: 'right' },
      { title: 'échéance passée %', of: (row) => percent(row.echeances_passees), align: 'right' },
      { title: 'titres changés', of: (row) => row.titres_changes, align: 'right' },
      { title: 'disparus', of: (row) => row.disparus, align: 'right' },
      { title: 'exécutions', of: (row) => row.executions, align: 'right' },
      { title: 'échouées', of: (row) => row.echouees, align: 'right' },
      { title: 'retards', of: (row) => row.retards, align: 'right' },
      { title: 'pire attente (min)', of: (row) => row.pire_attente_minutes, align: 'right' },
      { title: 'rejets', of: (row) => listed(row.rejets.map(({ reason, n }) => [reason, n])) },
      { title: 'anomalies', of: (row) => listed(row.anomalies.map(({ code, champ, n }) => [`${champ} ${code}`, n])) },
    ],
    '',
  );
  const gone = Object.entries(last).map(([source, n]) => `${source} ${n}`);
  const since = gone.length === 0 ? 'none' : gone.join(', ');
  return `${given}\n\n${wrong}\n\nDisappeared since the last run: ${since}`;
}

const MOST_LISTED = 3;

function listed(kinds: [string, number][]): string {
  const shown = kinds.slice(0, MOST_LISTED).map(([kind, n]) => `${kind} ${n}`);
  const rest = kinds.slice(MOST_LISTED).reduce((sum, [, n]) => sum + n, 0);
  return [...shown, ...(rest > 0 ? [`others ${rest}`] : [])].join(', ');
}

function percent(share: number | null | undefined): number | null {
  return share == null ? null : Math.round(share * 100);
}

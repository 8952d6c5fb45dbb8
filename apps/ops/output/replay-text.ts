import type { Disappearance } from '#avis/write/replay/disappearances';
import type { FieldReport, Moved, ReplayReport } from '#avis/write/replay/report';
import { SOURCES } from '#sources/registry';
import { record, table } from './table.js';

const NATURES = {
  added: 'added',
  changed: 'changed',
  gone: 'gone',
  filters: 'filters only',
  failed: 'failed',
} as const;

/** What a replay would change, for people. */
export function replayText(report: ReplayReport): string {
  const { documents, publications, avis, attributions } = report;
  const head = record({
    sources: report.sources.length === SOURCES.length ? 'all' : report.sources.join(', '),
    documents: `${documents.renormalised} normalised again, ${documents.kept} kept as they stand`,
    publications: `${publications.before} before, ${publications.after} after`,
    'award notices': `${attributions.added} added, ${attributions.changed} changed, ${attributions.gone} gone`,
  });
  const parts = [head, rejectionsText(report), natureText(report), fieldsText(report.fields)];
  if (avis.waiting > 0) {
    parts.push(
      `${avis.waiting} notices still waited for the worker when they were compared: part of their difference is what it will publish. Is it running?`,
    );
  }
  const mass = report.disappearances.filter((one) => one.mass);
  if (mass.length > 0) parts.push(disappearancesText(mass));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** `boamp: 812 of 1000 notices would be gone`, one line each. */
export function disappearancesText(disappearances: readonly Disappearance[]): string {
  return disappearances
    .map(({ source, served, gone }) => `${source ?? 'all sources'}: ${gone} of ${served} served notices would be gone`)
    .join('\n');
}

function rejectionsText({ rejections, accepted, rejected }: ReplayReport): string {
  if (rejections.length === 0) return '';
  const counts = table(
    rejections,
    [
      { title: 'rejected as', of: (row) => row.reason },
      { title: 'before', of: (row) => row.before, align: 'right' },
      { title: 'after', of: (row) => row.after, align: 'right' },
    ],
    '',
  );
  return [counts, movedText('no longer rejected', accepted), movedText('newly rejected', rejected)]
    .filter((part) => part !== '')
    .join('\n');
}

function movedText(title: string, { documents, examples }: Moved): string {
  if (documents === 0) return '';
  const lines = examples.map(
    (one) => `  ${one.source} ${one.identifiant} (document ${one.document}): ${one.reason}, ${one.detail}`,
  );
  return [`${documents} documents ${title}, such as`, ...lines].join('\n');
}

function natureText({ avis, examples }: ReplayReport): string {
  const rows = Object.entries(NATURES)
    .map(([nature, title]) => ({ nature: nature as keyof typeof NATURES, title }))
    .filter(({ nature }) => avis[nature] > 0);
  return table(
    rows,
    [
      { title: 'notices', of: (row) => row.title },
      { title: 'how many', of: (row) => avis[row.nature], align: 'right' },
      { title: 'such as', of: (row) => examples[row.nature]?.join(', ') ?? null },
    ],
    'No difference: every notice comes out as it is served.',
  );
}

function fieldsText(fields: readonly FieldReport[]): string {
  return fields
    .map(({ field, avis, examples }) =>
      [
        `${field}: ${avis} notices`,
        ...examples.map(({ id, before, after }) => `  ${id}  ${before ?? 'null'} -> ${after ?? 'null'}`),
      ].join('\n'),
    )
    .join('\n');
}

import type { Registre } from '#contrats/registres';
import type { FileReport } from '#contrats/write/import-file';
import { table } from './table.js';

/** A file's report, with its register. */
export type ImportReport = FileReport & { registre: Registre };

/** How an import of a file ended. */
export const IMPORT_OUTCOMES = {
  succeeded: 'réussi',
  failed: 'échoué',
  interrupted: 'interrompu',
  unchanged: 'inchangé',
} as const;

/** What imports of registers brought, a line a file; below it what could not be used, by reason. */
export function importsText(reports: readonly ImportReport[]): string {
  return table<ImportReport>(
    reports,
    [
      { title: 'registre', of: ({ registre }) => registre },
      { title: 'fichier', of: ({ fichier }) => fichier.split('/').at(-1) ?? fichier },
      { title: 'lus', of: ({ bilan, lus }) => (bilan === null ? null : lus), align: 'right' },
      { title: 'nouveaux', of: ({ bilan }) => bilan?.nouvelles ?? null, align: 'right' },
      { title: 'doublons', of: ({ bilan }) => bilan?.doublons ?? null, align: 'right' },
      { title: 'contrats créés', of: ({ bilan }) => bilan?.contrats.crees ?? null, align: 'right' },
      { title: 'changés', of: ({ bilan }) => bilan?.contrats.changes ?? null, align: 'right' },
      { title: 'rejetés', of: ({ bilan }) => (bilan === null ? null : sum(bilan.rejets)), align: 'right' },
      { title: 'issue', of: ({ outcome }) => IMPORT_OUTCOMES[outcome] },
    ],
    'Nothing to import.',
    belowText,
  );
}

function belowText({ reason, bilan }: ImportReport): string | null {
  const parts = [
    ...(reason === null ? [] : [reason]),
    ...(bilan === null || sum(bilan.rejets) === 0 ? [] : [`rejetés: ${listed(bilan.rejets)}`]),
    ...(bilan === null || sum(bilan.anomalies) === 0 ? [] : [`valeurs écartées: ${listed(bilan.anomalies)}`]),
    ...(bilan === null || bilan.defauts === 0
      ? []
      : [`${bilan.defauts} contracts that our own code failed on: they stay as they were`]),
  ];
  return parts.length === 0 ? null : parts.join(' · ');
}

/** `montant zero 12, cpv unknown 3`, the most frequent first. */
function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([what, count]) => `${what} ${count}`)
    .join(', ');
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

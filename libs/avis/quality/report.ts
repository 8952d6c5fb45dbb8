import type { DataSource } from 'typeorm';
import { type AnomalyFigures, anomalyFigures, type RejectionFigures, rejectionFigures } from './faults.js';
import { changeFigures, disappearedSinceLastRun } from './changes.js';
import { latenessFigures } from './lateness.js';
import { publicationFigures, type QualityField } from './publications.js';
import { rate, ratesOf } from './rates.js';
import type { OfMonth, QualityScope } from './scope.js';

/** The quality of what one source gave in one month. Rates are 0 to 1, null where there is nothing to share. */
export interface QualityRow extends OfMonth {
  publications: number;
  initiales: number;
  corrections: number;
  annulations: number;
  attributions: number;
  /** Share of the tender notices that give each served field: the source's own values. */
  remplissage: Partial<Record<QualityField, number | null>>;
  /** Share of the tender notices whose deadline lies before the day of publication. */
  echeances_passees: number | null;
  anomalies: Pick<AnomalyFigures, 'code' | 'champ' | 'n'>[];
  rejets: Pick<RejectionFigures, 'reason' | 'n'>[];
  titres_changes: number;
  disparus: number;
  executions: number;
  echouees: number;
  retards: number;
  pire_attente_minutes: number | null;
}

export interface QualityReport {
  mois: QualityRow[];
  /** By source: retired for their absence since the last run began. */
  disparus_derniere_execution: Record<string, number>;
}

/** One statement a figure, each of which keeps only its groups in memory. @param cadences seconds, by source. */
export async function qualityReport(
  db: DataSource,
  scope: QualityScope,
  cadences: ReadonlyMap<string, number>,
): Promise<QualityReport> {
  const rows = new Map<string, QualityRow>();
  const rowOf = ({ source, mois }: OfMonth): QualityRow => {
    const key = `${source} ${mois ?? ''}`;
    const row = rows.get(key) ?? emptyRow(source, mois);
    rows.set(key, row);
    return row;
  };
  for (const { donnes, echeances_passees, ...figures } of await publicationFigures(db.manager, scope)) {
    Object.assign(rowOf(figures), figures, {
      remplissage: ratesOf(donnes, figures.initiales),
      echeances_passees: rate(echeances_passees, figures.initiales),
    });
  }
  for (const one of await anomalyFigures(db.manager, scope)) {
    rowOf(one).anomalies.push({ code: one.code, champ: one.champ, n: one.n });
  }
  for (const one of await rejectionFigures(db.manager, scope)) rowOf(one).rejets.push({ reason: one.reason, n: one.n });
  for (const one of await changeFigures(db.manager, scope)) Object.assign(rowOf(one), one);
  for (const one of await latenessFigures(db.manager, scope, cadences)) Object.assign(rowOf(one), one);
  const disappeared = await disappearedSinceLastRun(db.manager);
  return {
    mois: [...rows.values()].sort(bySourceThenNewest),
    disparus_derniere_execution: Object.fromEntries(
      disappeared
        .filter(({ source }) => scope.source === null || source === scope.source)
        .map(({ source, disparus }) => [source, disparus]),
    ),
  };
}

function emptyRow(source: QualityRow['source'], mois: string | null): QualityRow {
  return {
    source,
    mois,
    publications: 0,
    initiales: 0,
    corrections: 0,
    annulations: 0,
    attributions: 0,
    remplissage: {},
    echeances_passees: null,
    anomalies: [],
    rejets: [],
    titres_changes: 0,
    disparus: 0,
    executions: 0,
    echouees: 0,
    retards: 0,
    pire_attente_minutes: null,
  };
}

function bySourceThenNewest(a: QualityRow, b: QualityRow): number {
  return a.source.localeCompare(b.source) || (b.mois ?? '').localeCompare(a.mois ?? '');
}

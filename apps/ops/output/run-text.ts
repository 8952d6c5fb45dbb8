import type { Run } from '#avis/write/run-reports';

const OUTCOMES = { succeeded: 'réussie', failed: 'échouée', interrupted: 'interrompue' } as const;

/** `réussie`, or `échouée: the reason`. */
export function outcomeText(run: Pick<Run, 'outcome' | 'reason' | 'progress'>): string {
  if (run.outcome === null) return run.progress === null ? 'en cours' : `en cours, ${Math.round(run.progress * 100)} %`;
  return run.reason === null ? OUTCOMES[run.outcome] : `${OUTCOMES[run.outcome]}: ${run.reason}`;
}

/** `réussie`, `en cours, 40 %`: without the reason, for a column. */
export function issueText(run: Pick<Run, 'outcome' | 'progress'>): string {
  return outcomeText({ ...run, reason: null });
}

/** Seconds that a run took, or null while it runs. */
export function secondsTaken(run: Pick<Run, 'started_at' | 'ended_at'>): number | null {
  return run.ended_at === null ? null : (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000;
}

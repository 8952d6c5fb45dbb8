import type { Run } from '#avis/write/run-reports';
import type { Tone } from '../parts/badge.js';

/** How a run or an import ended, in a word. */
export function issueOf({ outcome }: Pick<Run, 'outcome'>): { tone: Tone; text: string } {
  if (outcome === null) return { tone: 'info', text: 'En cours' };
  if (outcome === 'succeeded') return { tone: 'good', text: 'Réussie' };
  if (outcome === 'failed') return { tone: 'bad', text: 'Échouée' };
  return { tone: 'warn', text: 'Interrompue' };
}

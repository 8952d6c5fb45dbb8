import type { SourceState } from '#avis/write/collection-states';
import type { SourcePlan } from '#sources/plan';
import type { Tone } from '../parts/badge.js';
import { duree } from '../parts/format.js';

export interface EtatText {
  tone: Tone;
  text: string;
}

/** How a source fares, in a word: what most needs a look comes first. */
export function etatOf(plan: SourcePlan, state: SourceState | undefined): EtatText {
  if (state?.coupee === true) return { tone: 'warn', text: 'Coupée' };
  if (plan.adresse === null) return { tone: 'quiet', text: 'Sans adresse' };
  if (plan.enPause) return { tone: 'quiet', text: 'En pause' };
  if (state?.circuit === 'ouvert') return { tone: 'bad', text: 'Circuit ouvert' };
  if (state?.retard_minutes != null) return { tone: 'bad', text: `En retard de ${duree(state.retard_minutes * 60)}` };
  if (state === undefined || state.derniere_collecte === null) return { tone: 'info', text: 'Jamais collectée' };
  if (state.echecs_de_suite > 0) return { tone: 'warn', text: 'Dernier essai échoué' };
  return { tone: 'good', text: 'À l’heure' };
}

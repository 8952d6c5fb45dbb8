import type { SourcePlan } from '#sources/plan';
import { durationText } from './duration-text.js';

/** `every 15 m at https://…`, `sans adresse`, `en pause`. */
export function planText({ adresse, cadenceSeconds, enPause }: SourcePlan): string {
  if (adresse === null) return 'sans adresse, not collected';
  if (enPause) return `en pause, not collected (${adresse})`;
  return `collected every ${durationText(cadenceSeconds)} at ${adresse}`;
}

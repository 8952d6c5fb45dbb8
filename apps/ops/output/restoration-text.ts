import type { Restoration } from '#avis/write/restauration/restoration';
import { record } from './table.js';
import { when } from './when.js';

/** What was declared, and what is left to do. */
export function restorationText(restoration: Restoration): string {
  const { portee, a_retimbrer, retimbres, retimbree_le, orphelins } = restoration;
  const left = a_retimbrer - retimbres;
  return [
    record({
      'restauré à': when(restoration.point),
      'perdu à': when(restoration.perte),
      plancher: restoration.plancher,
      portée: portee,
      'à retimbrer': a_retimbrer,
      retimbrés: retimbres,
      orphelins,
    }),
    ...(retimbree_le === null ? [`${left} notices are left to stamp: ops restauration reprendre`] : []),
    ...(orphelins > 0
      ? [
          `${orphelins} notices that copies hold are not collected again yet. When every source has been read: ops restauration terminer`,
        ]
      : []),
  ].join('\n');
}

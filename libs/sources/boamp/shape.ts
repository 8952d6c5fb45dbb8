import { has } from './json.js';
import type { BoampRecord } from './record.js';

/** The four shapes of `donnees`: its root key tells (docs/sources.md, B1.1). */
export type Shape = 'FNSimple' | 'MAPA' | 'classic' | 'EFORMS';

/** The shape of a record; null for a root that no mapper knows. */
export function shapeOf({ donnees }: BoampRecord): Shape | null {
  for (const root of ['EFORMS', 'FNSimple', 'MAPA'] as const) if (has(donnees, root)) return root;
  return ['IDENTITE', 'OBJET', 'RECTIF', 'ANNULATION', 'ATTRIBUTION'].some((root) => has(donnees, root))
    ? 'classic'
    : null;
}

import type { Considerations } from '../contrat.js';
import { type Fields, itemsOf, part } from './fields.js';
import { labelKey } from './labels.js';
import { shortLine } from './short-line.js';

const MOST = 20;
const LABEL_MAX = 200;

/** Null when the record provides neither list. */
export function readConsiderations(record: Fields): Considerations | null {
  const sociales = listOf(part(record, 'considerationsSociales'), 'considerationSociale');
  const environnementales = listOf(part(record, 'considerationsEnvironnementales'), 'considerationEnvironnementale');
  return sociales === null && environnementales === null ? null : { sociales, environnementales };
}

/** Each once. « Pas de considération… » says that there is none: an empty list. */
function listOf(raw: unknown, name: string): string[] | null {
  const labels = itemsOf(raw, name)
    .slice(0, MOST)
    .flatMap((item) => shortLine(item, LABEL_MAX) ?? []);
  if (labels.length === 0) return null;
  return [...new Set(labels.filter((label) => !labelKey(label).startsWith('pasdeconsideration')))];
}

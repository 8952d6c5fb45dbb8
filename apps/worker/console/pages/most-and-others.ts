import type { Series } from '../parts/stacked-bars.js';

/** Colours that can be told apart are few. */
const SHOWN = 7;

/** The largest series, largest first, and the sum of all others. */
export function mostAndOthers(series: readonly Series[]): Series[] {
  const ordered = [...series].sort((one, other) => totalOf(other) - totalOf(one));
  const others = ordered.slice(SHOWN);
  if (others.length === 0) return ordered;
  const length = Math.max(...others.map(({ values }) => values.length));
  const values = Array.from({ length }, (_, i) => others.reduce((sum, one) => sum + (one.values[i] ?? 0), 0));
  return [...ordered.slice(0, SHOWN), { name: `${others.length} autres`, values }];
}

function totalOf({ values }: Series): number {
  return values.reduce((sum, value) => sum + value, 0);
}

import { type Cleaned, kept, refused } from './cleaned.js';

/** Concessions run up to 99 years. */
const LONGEST = 1200;

/** Whole months from a day to another, both YYYY-MM-DD, the last day included. */
export function monthsBetween(start: string, end: string): Cleaned<number> {
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  return wholeMonths(days / (365.25 / 12), `${start} - ${end}`);
}

/** Months rounded; zero means « not given », what is no duration is refused. */
export function wholeMonths(months: number, brut: string): Cleaned<number> {
  if (months === 0) return kept<number>(null);
  if (!(months > 0 && months <= LONGEST)) return refused('duree_illisible', brut);
  return kept(Math.max(1, Math.round(months)));
}

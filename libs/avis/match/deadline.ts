import { parisDay } from '../project/paris.js';

/** A deadline: the instant, its day in Paris, and whether the source may have given the day alone. */
export interface Deadline {
  /** Milliseconds. */
  instant: number;
  /** YYYY-MM-DD in Paris. */
  jour: string;
  /** Days since 1970 of `jour`. */
  rank: number;
  /** The last second of the day stands for a source that gives no hour. */
  dayOnly: boolean;
}

/** @param date RFC 3339 in UTC. */
export function deadlineOf(date: string): Deadline {
  const instant = Date.parse(date);
  const jour = parisDay(new Date(instant));
  return { instant, jour, rank: dayRank(jour), dayOnly: /T2[12]:59:59Z$/.test(date) };
}

/** Days since 1970. @param day YYYY-MM-DD. */
export function dayRank(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / 86_400_000;
}

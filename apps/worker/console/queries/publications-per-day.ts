import type { DataSource } from 'typeorm';

/** Notices of one source by the day on which it published them. */
export interface SourceDays {
  source: string;
  /** As many as asked for, the last is today (UTC). */
  counts: number[];
}

/** Days shown, today included. */
export const DAYS = 30;

/** A source may date a notice after the day on which we read it. */
const DATED_AHEAD = 3;

/**
 * What each source published on each of the last days; duplicates and retired notices count where they were published.
 * A version is not older than the publication that it tells of: the index by version holds all that is asked, and is read
 * no further back.
 */
export async function publicationsPerDay(db: DataSource): Promise<SourceDays[]> {
  const rows = await db.query<{ source: string; ago: number; n: number }[]>(
    `select source, (now() at time zone 'UTC')::date - date_publication as ago, count(*)::int as n
     from read.avis
     where version > now() - $2::int * interval '1 day' and date_publication > (now() at time zone 'UTC')::date - $1::int
       and date_publication <= (now() at time zone 'UTC')::date
     group by 1, 2`,
    [DAYS, DAYS + DATED_AHEAD],
  );
  const bySource = new Map<string, number[]>();
  for (const { source, ago, n } of rows) {
    const counts = bySource.get(source) ?? new Array<number>(DAYS).fill(0);
    counts[DAYS - 1 - ago] = n;
    bySource.set(source, counts);
  }
  return [...bySource].map(([source, counts]) => ({ source, counts }));
}

/** The days that `counts` speak of, `YYYY-MM-DD`. @param now epoch milliseconds. */
export function daysUntil(now: number): string[] {
  return Array.from({ length: DAYS }, (_, i) => new Date(now - (DAYS - 1 - i) * 86_400_000).toISOString().slice(0, 10));
}

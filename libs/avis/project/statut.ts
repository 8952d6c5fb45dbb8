import { OPEN_DAYS_WITHOUT_DEADLINE } from '#contract/limits';
import { parisMidnight } from './paris.js';

export interface StatutAt {
  statut: 'ouvert' | 'clos';
  /** The next instant at which time alone changes `statut`; null when it never will. */
  closes_at: Date | null;
}

/**
 * Status of a served notice at an instant, and when time will change it (contract, section States).
 *
 * Closed from the very instant of the deadline on: open means a deadline in the future. Without a deadline, closed once
 * the publication day is *older than* 180 days: on the 180th day after it the notice is still open, and it closes at
 * midnight in Paris at the end of that day. Without a deadline and without a day it stays open.
 */
export function statutAt(
  notice: { date_limite: string | null; date_publication: string | null; closed: boolean },
  now: Date,
): StatutAt {
  if (notice.closed) return { statut: 'clos', closes_at: null };
  const end = endOf(notice);
  if (end === null) return { statut: 'ouvert', closes_at: null };
  return end <= now ? { statut: 'clos', closes_at: null } : { statut: 'ouvert', closes_at: end };
}

function endOf({
  date_limite,
  date_publication,
}: {
  date_limite: string | null;
  date_publication: string | null;
}): Date | null {
  if (date_limite !== null) return new Date(date_limite);
  if (date_publication !== null) return parisMidnight(date_publication, OPEN_DAYS_WITHOUT_DEADLINE + 1);
  return null;
}

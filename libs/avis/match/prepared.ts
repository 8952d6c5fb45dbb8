import { type BuyerName, buyerName } from './buyer-name.js';
import { dayRank, type Deadline, deadlineOf } from './deadline.js';
import type { MatchNotice } from './notice.js';
import { isWeakReference, plainReference } from './reference.js';
import { type Title, titleOf } from './title.js';

/** A notice with what comparisons need, worked out once. */
export interface Prepared {
  notice: MatchNotice;
  title: Title | null;
  buyer: BuyerName | null;
  siren: string | null;
  /** The one in force first. */
  deadlines: readonly Deadline[];
  /** Day of publication, in days since 1970. */
  published: number | null;
  reference: { plain: string; weak: boolean } | null;
  /** Platforms on which it names a consultation. */
  hosts: readonly string[];
}

export function prepare(notice: MatchNotice): Prepared {
  const reference = plainReference(notice.keys.reference_acheteur);
  return {
    notice,
    title: titleOf(notice.titre),
    buyer: buyerName(notice.acheteur.nom),
    siren: notice.acheteur.siret?.slice(0, 9) ?? null,
    deadlines: notice.dates_limites.map(deadlineOf),
    published: notice.date_publication === null ? null : dayRank(notice.date_publication),
    reference: reference === null ? null : { plain: reference, weak: isWeakReference(reference) },
    hosts: [...new Set(notice.keys.consultations.map((one) => one.split('|', 1)[0] ?? ''))],
  };
}

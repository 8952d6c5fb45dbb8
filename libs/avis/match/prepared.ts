import { bounded } from './bounded.js';
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

/** Never throws, and takes as long for any notice: what cannot be read counts as not said. */
export function prepare(given: MatchNotice): Prepared {
  const notice = bounded(given);
  const published = notice.date_publication === null ? NaN : dayRank(notice.date_publication);
  const reference = plainReference(notice.keys.reference_acheteur);
  return {
    notice,
    title: titleOf(notice.titre),
    buyer: buyerName(notice.acheteur.nom),
    siren: /^\d{9}/.exec(notice.acheteur.siret ?? '')?.[0] ?? null,
    deadlines: notice.dates_limites.map(deadlineOf).filter(({ rank }) => !Number.isNaN(rank)),
    published: Number.isNaN(published) ? null : published,
    reference: reference === null ? null : { plain: reference, weak: isWeakReference(reference) },
    hosts: [...new Set(notice.keys.consultations.map((one) => one.split('|', 1)[0] ?? ''))],
  };
}

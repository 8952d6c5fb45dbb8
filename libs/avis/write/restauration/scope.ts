/** Which notices are stamped anew after a restore: all, those that a witness of the lost database tells, none. */
export type Portee = 'tout' | 'temoin' | 'rien';

/** A writing transaction lasts no longer: what was stamped before may still have been uncommitted. */
const LONGEST_WRITE_SECONDS = 60;

export interface ScopeQuestion {
  /** What was committed until then is in the restored database. */
  point: Date;
  /** Last instant at which the lost database may have been read; null when nobody knows. */
  perte: Date | null;
  /** Youngest version that cursor mode serves, in seconds. */
  marginSeconds: number;
  /** What a copy of the lost database tells; `whole` when it is all that it had. */
  temoin: 'none' | 'partial' | 'whole';
}

/**
 * Walks stay the margin behind the clock: when less than that is lost, no walk was ever told of anything that is, and
 * nothing needs to be told again. Nor does what a whole witness knows to be unchanged.
 */
export function scopeOf({ point, perte, marginSeconds, temoin }: ScopeQuestion): Portee {
  if (temoin === 'whole') return 'temoin';
  const unseen = perte !== null && perte.getTime() - point.getTime() <= (marginSeconds - LONGEST_WRITE_SECONDS) * 1000;
  if (!unseen) return 'tout';
  return temoin === 'none' ? 'rien' : 'temoin';
}

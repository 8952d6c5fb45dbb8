/** UTC day of an instant, `YYYY-MM-DD`: the day that a quota counts. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Whole seconds until the next midnight UTC, at least 1: the `Retry-After` of `quota_exceeded`. */
export function secondsUntilMidnightUtc(now: Date): number {
  return Math.max(1, Math.ceil((nextMidnightUtc(now).getTime() - now.getTime()) / 1_000));
}

/** The next midnight UTC: when the quota is renewed. */
export function nextMidnightUtc(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

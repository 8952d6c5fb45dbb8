/** First day of a source's first collection: `days` before now, in Paris. @returns YYYY-MM-DD. */
export function firstDay(now: Date, days: number): string {
  const before = new Date(now.getTime() - days * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' }).format(before);
}

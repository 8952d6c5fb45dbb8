/** `2026-11-21 09:40 UTC`; null stays null. */
export function when(instant: Date | string | null): string | null {
  if (instant === null) return null;
  return `${new Date(instant).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

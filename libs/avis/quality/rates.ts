/** Share of a whole, 0 to 1 with three decimals; null where there is no whole. */
export function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1000) / 1000;
}

/** Shares of each part in the same whole. */
export function ratesOf<Name extends string>(
  parts: Readonly<Record<Name, number>>,
  whole: number,
): Record<Name, number | null> {
  const entries = Object.entries<number>(parts).map(([name, part]) => [name, rate(part, whole)]);
  return Object.fromEntries(entries) as Record<Name, number | null>;
}

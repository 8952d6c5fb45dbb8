/** Ids are `bigint` as text. */
export function compareIds(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

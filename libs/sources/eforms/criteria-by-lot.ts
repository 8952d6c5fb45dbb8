export interface LotCriteria<T> {
  numero: string | null;
  criteres: T[];
}

/**
 * Criteria as they are served: lots with the same criteria, in whatever order, share one list, `{criteres: […]}`;
 * otherwise each lot has its own, `{lots: [{numero, criteres: […]}]}`. Null when no lot has any.
 */
export function criteriaByLot<T>(lots: readonly LotCriteria<T>[]): Record<string, unknown> | null {
  const [first] = lots;
  if (first === undefined || lots.every(({ criteres }) => criteres.length === 0)) return null;
  const same = lots.every(({ criteres }) => signature(criteres) === signature(first.criteres));
  return same ? { criteres: first.criteres } : { lots };
}

function signature(criteria: readonly unknown[]): string {
  return JSON.stringify(criteria.map((criterion) => JSON.stringify(criterion)).sort());
}

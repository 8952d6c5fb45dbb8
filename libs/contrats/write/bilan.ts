/** What an import made of the records of one file; `write.import.bilan`. */
export interface Bilan {
  /** Records kept: no declaration of the register had these bytes. */
  nouvelles: number;
  /** Records that the register had already published, byte for byte, in this file or another. */
  doublons: number;
  /** Records that name no contract, by reason; those of `doublons` not counted again. */
  rejets: Record<string, number>;
  contrats: { crees: number; changes: number; disparus: number };
  /** Values that cannot be served, of the new records: `champ code`. */
  anomalies: Record<string, number>;
  /** Contracts that our own code failed on: their declarations are kept, `write.contrat` says what it said before. */
  defauts: number;
}

export function emptyBilan(): Bilan {
  return {
    nouvelles: 0,
    doublons: 0,
    rejets: {},
    contrats: { crees: 0, changes: 0, disparus: 0 },
    anomalies: {},
    defauts: 0,
  };
}

/** The sum of two. */
export function addBilans(a: Bilan, b: Bilan): Bilan {
  return {
    nouvelles: a.nouvelles + b.nouvelles,
    doublons: a.doublons + b.doublons,
    rejets: addCounts(a.rejets, b.rejets),
    contrats: {
      crees: a.contrats.crees + b.contrats.crees,
      changes: a.contrats.changes + b.contrats.changes,
      disparus: a.contrats.disparus + b.contrats.disparus,
    },
    anomalies: addCounts(a.anomalies, b.anomalies),
    defauts: a.defauts + b.defauts,
  };
}

/** How often each text occurs. */
export function countsOf(texts: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}

function addCounts(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const sum = { ...a };
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count;
  return sum;
}

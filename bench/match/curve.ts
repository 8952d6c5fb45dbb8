import type { JudgedPair } from '../../apps/worker/testing/matching/judge.js';

export interface CurvePoint {
  /** Bits from which a pair would be the same. */
  threshold: number;
  precision: number;
  recall: number;
}

/** Counts by score of what only resembles: what any threshold would have given. */
export class Curve {
  private readonly same = new Map<number, number>();
  private readonly different = new Map<number, number>();
  private readonly exact = { found: 0, right: 0 };

  add({ same, comparison }: JudgedPair): void {
    if (comparison.evidence.regle !== 'ressemblance') {
      this.exact.found++;
      if (same) this.exact.right++;
      return;
    }
    if (comparison.evidence.veto !== null) return;
    const counts = same ? this.same : this.different;
    const bin = Math.floor(comparison.score * 2) / 2;
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }

  /** From the highest threshold down. @param wanted true pairs in all. */
  points(wanted: number, from = -10, to = 20): CurvePoint[] {
    const points: CurvePoint[] = [];
    for (let threshold = to; threshold >= from; threshold -= 0.5) {
      const right = this.exact.right + from_(this.same, threshold);
      const found = this.exact.found + right - this.exact.right + from_(this.different, threshold);
      points.push({ threshold, precision: found === 0 ? 1 : right / found, recall: right / wanted });
    }
    return points;
  }
}

function from_(counts: ReadonlyMap<number, number>, threshold: number): number {
  let sum = 0;
  for (const [bin, count] of counts) if (bin >= threshold) sum += count;
  return sum;
}

import { EXPERT } from './expert.js';
import type { Pattern } from './patterns.js';

/** How far a weight is drawn to what common sense gives it where pairs are few. */
const RIDGE = 1;
const STEPS = 40;

export interface Fit {
  /** Bits of each `champ=niveau`. */
  weights: ReadonlyMap<string, number>;
  /** Bits before any field is looked at. */
  prior: number;
}

/**
 * The weights of Fellegi and Sunter, a sum of bits by level, but estimated together: m and u taken level by level suppose
 * that fields are independent, and they are not where blocks chose the pairs (one buyer or one day is common to all).
 * Logistic regression on the counted patterns, Newton's steps, drawn towards common sense.
 */
export function fit(patterns: readonly Pattern[]): Fit {
  const expert = new Map(
    Object.entries(EXPERT).flatMap(([champ, levels]) =>
      Object.entries(levels).map(([niveau, bits]) => [`${champ}=${niveau}`, bits * Math.LN2]),
    ),
  );
  const names = [...expert.keys()];
  const position = new Map(names.map((name, index) => [name, index + 1]));
  const rows = patterns.map(({ features, same, different }) => ({
    at: [0, ...features.map((name) => position.get(name) as number)],
    same,
    count: same + different,
  }));
  const size = names.length + 1;
  const start = [0, ...expert.values()];
  let beta = Float64Array.from(start);
  for (let step = 0; step < STEPS; step++) {
    const gradient = beta.map((value, index) => RIDGE * ((start[index] as number) - value) * (index === 0 ? 0 : 1));
    const hessian = Array.from({ length: size }, (_, index) => {
      const line = new Float64Array(size);
      line[index] = index === 0 ? 1e-9 : RIDGE;
      return line;
    });
    for (const { at, same, count } of rows) {
      const odds = at.reduce((sum, index) => sum + (beta[index] as number), 0);
      const expected = 1 / (1 + Math.exp(-odds));
      const curve = count * Math.max(1e-9, expected * (1 - expected));
      for (const i of at) {
        gradient[i] = (gradient[i] as number) + same - count * expected;
        const line = hessian[i] as Float64Array;
        for (const j of at) line[j] = (line[j] as number) + curve;
      }
    }
    const move = solve(hessian, gradient);
    const longest = Math.max(...move.map(Math.abs));
    const scale = longest > 2 ? 2 / longest : 1;
    beta = beta.map((value, index) => value + scale * (move[index] as number));
    if (longest < 1e-4) break;
  }
  const bits = (index: number): number => Math.round(((beta[index] as number) / Math.LN2) * 100) / 100;
  return { weights: new Map(names.map((name, index) => [name, bits(index + 1)])), prior: bits(0) };
}

/** Gauss–Jordan with pivots; matrices here have some fifty rows. */
function solve(matrix: readonly Float64Array[], right: ArrayLike<number>): number[] {
  const rows = matrix.map((line, index) => [...line, right[index] as number]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column; row < size; row++) {
      if (Math.abs(rows[row]?.[column] ?? 0) > Math.abs(rows[pivot]?.[column] ?? 0)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    const head = rows[column] as number[];
    for (const [index, line] of rows.entries()) {
      if (index === column) continue;
      const factor = (line[column] as number) / (head[column] as number);
      if (factor !== 0)
        for (let at = column; at <= size; at++) line[at] = (line[at] as number) - factor * (head[at] as number);
    }
  }
  return rows.map((line, index) => (line[size] as number) / (line[index] as number));
}

/** What an operation costs at one size. */
export interface Point {
  size: number;
  cost: number;
}

/**
 * The exponent e of cost = c · size^e that fits best: the slope of the least squares through the logarithms.
 * @returns 0 for a constant, 1 for what grows as the data do; NaN with fewer than two sizes, or where nothing was measured.
 */
export function exponent(points: readonly Point[]): number {
  if (points.some(({ cost }) => cost <= 0)) return NaN;
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ cost }) => Math.log(cost));
  const [mx, my] = [mean(xs), mean(ys)];
  const variance = sum(xs.map((x) => (x - mx) ** 2));
  if (variance === 0) return NaN;
  return sum(xs.map((x, at) => (x - mx) * ((ys[at] ?? 0) - my))) / variance;
}

/** @param share 0.5 for the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Slope of the straight line through (x, y), by least squares: what `y` grows by when `x` does by one. */
export function slope(points: readonly (readonly [number, number])[]): number {
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const variance = sum(points.map(([x]) => (x - mx) ** 2));
  return variance === 0 ? NaN : sum(points.map(([x, y]) => (x - mx) * (y - my))) / variance;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

import type { CurvePoint } from './curve.js';

interface Series {
  name: string;
  points: readonly CurvePoint[];
}

const WIDTH = 720;
const HEIGHT = 420;
const LEFT = 64;
const RIGHT = 24;
const TOP = 44;
const BOTTOM = 56;
/** What the vertical axis shows: all that matters lies above. */
const LOWEST = 0.9;
const COLOURS = ['#1f5fa8', '#b5541c'];

/** Precision and recall by threshold, as an SVG: full lines precision, broken ones recall. */
export function curvePicture(series: readonly Series[], chosen: number, title: string): string {
  const thresholds = series.flatMap(({ points }) => points.map(({ threshold }) => threshold));
  const [from, to] = [Math.min(...thresholds), Math.max(...thresholds)];
  const x = (threshold: number): number => LEFT + ((threshold - from) / (to - from)) * (WIDTH - LEFT - RIGHT);
  const y = (share: number): number => TOP + ((1 - Math.max(LOWEST, share)) / (1 - LOWEST)) * (HEIGHT - TOP - BOTTOM);
  const line = (points: readonly CurvePoint[], of: 'precision' | 'recall', colour: string, dash: string): string => {
    const path = points.map((point) => `${x(point.threshold).toFixed(1)},${y(point[of]).toFixed(1)}`).join(' ');
    return `<polyline fill="none" stroke="${colour}" stroke-width="2"${dash} points="${path}"/>`;
  };
  const rows = [0.9, 0.92, 0.94, 0.96, 0.98, 1].map(
    (share) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(share).toFixed(1)}" y2="${y(share).toFixed(1)}" stroke="#ddd"/>` +
      `<text x="${LEFT - 8}" y="${(y(share) + 4).toFixed(1)}" text-anchor="end">${(share * 100).toFixed(0)} %</text>`,
  );
  const columns = [...new Set(thresholds.filter((value) => value % 5 === 0))].map(
    (value) => `<text x="${x(value).toFixed(1)}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${value}</text>`,
  );
  const legend = series.map(
    ({ name }, index) =>
      `<text x="${LEFT + 8 + index * 150}" y="${HEIGHT - 8}" fill="${COLOURS[index] ?? ''}">${name}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="22" font-size="14">Precision (full) and recall (broken) by threshold: ${title}</text>`,
    ...rows,
    ...columns,
    `<text x="${WIDTH / 2}" y="${HEIGHT - BOTTOM + 36}" text-anchor="middle">bits from which a pair is the same</text>`,
    `<line x1="${x(chosen).toFixed(1)}" x2="${x(chosen).toFixed(1)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#888" stroke-dasharray="2 3"/>`,
    `<text x="${(x(chosen) + 4).toFixed(1)}" y="${TOP - 6}">chosen: ${chosen}</text>`,
    ...series.flatMap(({ points }, index) => [
      line(points, 'precision', COLOURS[index] ?? '', ''),
      line(points, 'recall', COLOURS[index] ?? '', ' stroke-dasharray="6 4"'),
    ]),
    ...legend,
    '</svg>\n',
  ].join('\n');
}

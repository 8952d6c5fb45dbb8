import { CENTRES } from './centres.js';

/** Mean radius of the earth, in kilometres. */
const EARTH_KM = 6_371;
const RADIANS = Math.PI / 180;

const CODES = Object.keys(CENTRES);
const RANK = new Map(CODES.map((code, rank) => [code, rank]));
/** Every pair, measured once: scoring asks millions of times. */
const TABLE = Uint16Array.from(CODES.flatMap((from) => CODES.map((to) => greatCircle(from, to))));

/** Whole kilometres between the centres of two departments, as the crow flies; null for a code that is none. */
export function distanceKm(from: string, to: string): number | null {
  const [a, b] = [RANK.get(from), RANK.get(to)];
  return a === undefined || b === undefined ? null : (TABLE[a * CODES.length + b] as number);
}

function greatCircle(from: string, to: string): number {
  const [[fromLat, fromLon], [toLat, toLon]] = [radians(from), radians(to)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const chord = half(toLat - fromLat) + Math.cos(fromLat) * Math.cos(toLat) * half(toLon - fromLon);
  return Math.round(2 * EARTH_KM * Math.asin(Math.sqrt(chord)));
}

function radians(code: string): [number, number] {
  const [lat, lon] = CENTRES[code as keyof typeof CENTRES];
  return [lat * RADIANS, lon * RADIANS];
}

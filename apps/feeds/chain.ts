import { type Day } from './calendar.js';
import { Draws } from './draws.js';
import { type Appearance, drawLimite } from './facts/procedure.js';
import { CYCLE, EUROPEAN, NATIONAL, POSITIONS, seatAt } from './cycle.js';
import { dayOfPlace, keyOf, type Place, placeOfSlot, slotInstant, slotOf, type Timeline } from './timeline.js';

export type NoticeKind = 'initial' | 'correction' | 'cancellation' | 'attribution';
export type Shape = 'EFORMS' | 'FNSimple' | 'MAPA' | 'CLASSIC';

/** Weights of docs/sources.md A.1 over 60 days; cancellations raised from 0.13 % so that 2,000 publications hold some. */
const KINDS: readonly (readonly [NoticeKind, number])[] = [
  ['initial', 69],
  ['attribution', 26],
  ['correction', 4.5],
  ['cancellation', 0.5],
];
const NATIONAL_SHAPES: readonly (readonly [Shape, number])[] = [
  ['FNSimple', 58],
  ['MAPA', 27],
  ['CLASSIC', 15],
];
/** Days between a notice and the publications that follow it. */
const LAGS: Record<Exclude<NoticeKind, 'initial'>, readonly [number, number]> = {
  correction: [1, 12],
  cancellation: [1, 20],
  attribution: [30, 95],
};
/** Notices with a short delay are awarded soon, so that a window of six weeks holds tenders and their awards. */
const SOON: readonly [number, number] = [12, 30];
const AWARDED_SOON = 0.6;
const TRIES = 16;

export interface Role {
  kind: NoticeKind;
  shape: Shape;
}

/** What the place would be if a notice to follow can be found; initial roles are always what they say. */
export function roleOf(timeline: Timeline, place: Place): Role {
  const draws = new Draws(timeline.seed, `role.${keyOf(place)}`);
  const kind = draws.weighted(KINDS);
  const shape = seatAt(place.position).rank < EUROPEAN ? 'EFORMS' : draws.weighted(NATIONAL_SHAPES);
  return { kind, shape };
}

/** The initial notice that a following publication cites; null when it cannot follow any, and is initial itself. */
export function target(timeline: Timeline, place: Place, role: Role): Place | null {
  if (role.kind === 'initial') return null;
  const draws = new Draws(timeline.seed, `target.${keyOf(place)}`);
  const day = dayOfPlace(timeline, place);
  const lag = role.kind === 'attribution' && draws.chance(AWARDED_SOON) ? SOON : LAGS[role.kind];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const candidate = drawCandidate(timeline, draws, place, day, role, lag);
    if (candidate !== null && follows(timeline, candidate, day, role)) return candidate;
  }
  return null;
}

function drawCandidate(
  timeline: Timeline,
  draws: Draws,
  place: Place,
  day: Day,
  role: Role,
  lag: readonly [number, number],
): Place | null {
  const rank = role.shape === 'EFORMS' ? draws.between(0, EUROPEAN - 1) : EUROPEAN + draws.between(0, NATIONAL - 1);
  const within = POSITIONS.boamp[rank] as number;
  const recent = place.series === 'growth' && role.kind !== 'attribution' && draws.chance(0.4);
  if (recent) {
    const slot = (place.block - draws.between(1, 400)) * CYCLE + within;
    return slotInstant(timeline, slot) > timeline.start ? placeOfSlot(slot) : null;
  }
  const block = day - draws.between(...lag);
  const position = draws.between(0, Math.floor((timeline.perDay - 1) / CYCLE)) * CYCLE + within;
  return position < timeline.perDay ? { series: 'base', block, position } : null;
}

function follows(timeline: Timeline, candidate: Place, day: Day, role: Role): boolean {
  const initial = roleOf(timeline, candidate);
  if (initial.kind !== 'initial') return false;
  // No sample shows how MAPA corrections, cancellations and awards are written: none is invented.
  if (initial.shape === 'MAPA' || (initial.shape === 'EFORMS') !== (role.shape === 'EFORMS')) return false;
  const limite = drawLimite(timeline.seed, keyOf(candidate), appearance(timeline, candidate));
  return role.kind === 'attribution' ? limite.day < day : limite.day > day;
}

/** When a place's own procedure, if it begins one, appears. */
export function appearance(timeline: Timeline, place: Place): Appearance {
  const instant = place.series === 'growth' ? slotInstant(timeline, slotOf(place)) : null;
  return { day: dayOfPlace(timeline, place), instant };
}

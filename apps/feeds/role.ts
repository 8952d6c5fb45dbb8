import { EUROPEAN, seatAt } from './cycle.js';
import { Draws } from './draws.js';
import { keyOf, type Place, type Timeline } from './timeline.js';

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

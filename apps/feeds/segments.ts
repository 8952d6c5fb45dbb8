import { type SourceCode } from '#sources/registry';
import { type Day, parisInstant, parisWall } from './calendar.js';
import { CYCLE, POSITIONS } from './cycle.js';
import { type Place, placeOfSlot, slotInstant, type Timeline, visibleSlots } from './timeline.js';

/** Consecutive ranks (base) or slots (growth) of one day, both ends included. */
export interface Segment {
  readonly series: 'base' | 'growth';
  readonly day: Day;
  readonly low: number;
  readonly high: number;
}

/** The visible publications from one day to another, oldest first: one or two segments a day, whatever the size. */
export function segmentsOf(timeline: Timeline, now: number, from: Day, to: Day): Segment[] {
  const segments: Segment[] = [];
  for (let day = Math.max(from, timeline.firstDay); day <= Math.min(to, timeline.lastDay); day++) {
    const low = day === timeline.firstDay ? timeline.firstRank : 0;
    segments.push({ series: 'base', day, low, high: timeline.perDay - 1 });
  }
  const slots = visibleSlots(timeline, now);
  if (slots === null) return segments;
  const firstDay = Math.max(from, parisWall(slotInstant(timeline, slots.first)).day);
  const lastDay = Math.min(to, parisWall(slotInstant(timeline, slots.last)).day);
  const step = timeline.growthSeconds * 1000;
  for (let day = firstDay; day <= lastDay; day++) {
    const low = Math.max(slots.first, Math.ceil(parisInstant(day, '00:00:00') / step));
    const high = Math.min(slots.last, Math.ceil(parisInstant(day + 1, '00:00:00') / step) - 1);
    if (low <= high) segments.push({ series: 'growth', day, low, high });
  }
  return segments;
}

/** How many publications of a source a segment holds. */
export function countOf(segment: Segment, source: SourceCode): number {
  return below(segment.high + 1, source) - below(segment.low, source);
}

/** The k-th publication (from 0) of a source in a segment. */
export function nthOf(segment: Segment, source: SourceCode, k: number): Place {
  const ranks = POSITIONS[source];
  const nth = below(segment.low, source) + k;
  const index = Math.floor(nth / ranks.length) * CYCLE + (ranks[nth % ranks.length] as number);
  return segment.series === 'base' ? { series: 'base', block: segment.day, position: index } : placeOfSlot(index);
}

/** How many of the ranks (or slots) 0 to limit - 1 belong to a source. */
export function below(limit: number, source: SourceCode): number {
  const ranks = POSITIONS[source];
  const rest = limit % CYCLE;
  return Math.floor(limit / CYCLE) * ranks.length + ranks.filter((rank) => rank < rest).length;
}

/** Publications of a source over segments, in the order asked, from `offset`. Makes places one by one. */
export function* placesOf(
  segments: readonly Segment[],
  source: SourceCode,
  newestFirst: boolean,
  offset = 0,
): Generator<Place> {
  let skip = offset;
  const ordered = newestFirst ? [...segments].reverse() : segments;
  for (const segment of ordered) {
    const count = countOf(segment, source);
    if (skip >= count) {
      skip -= count;
      continue;
    }
    for (let k = skip; k < count; k++) yield nthOf(segment, source, newestFirst ? count - 1 - k : k);
    skip = 0;
  }
}

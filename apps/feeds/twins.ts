import { Draws } from './draws.js';
import { CYCLE, EUROPEAN, POSITIONS, seatAt } from './cycle.js';
import { type Gazette, type Place, type Timeline } from './timeline.js';

/** Blocks between the two gazettes' publications of the same document, by rank. */
const TED_AFTER_BOAMP: readonly number[] = [0, 1, -1];
/** Share of European procedures that both gazettes show; the others are seen in one only. */
const IN_BOTH = 0.88;
/** Whether both gazettes show a procedure, named by its root. */
export function inBoth(timeline: Timeline, root: string): boolean {
  return new Draws(timeline.seed, `both.${root}`).chance(IN_BOTH);
}

/** The place of BOAMP whose document a place of TED repeats. */
export function partnerInBoamp(timeline: Timeline, place: Place): Place | null {
  return counterpart(timeline, place, 'boamp', -1);
}

/** The place of TED that repeats the document of a European place of BOAMP; null when there is none. */
export function twinInTed(timeline: Timeline, place: Place): Place | null {
  return seatAt(place.position).rank < EUROPEAN ? counterpart(timeline, place, 'ted', 1) : null;
}

function counterpart(timeline: Timeline, place: Place, gazette: Gazette, direction: 1 | -1): Place | null {
  const { rank } = seatAt(place.position);
  const position = place.position - (place.position % CYCLE) + (POSITIONS[gazette][rank] as number);
  if (place.series === 'base' && position >= timeline.perDay) return null;
  return { series: place.series, block: place.block + direction * (TED_AFTER_BOAMP[rank] as number), position };
}

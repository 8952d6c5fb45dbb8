import { Draws } from './draws.js';
import { CYCLE, EUROPEAN, type Place, type Timeline } from './timeline.js';

/** Position of TED - 9 = position of BOAMP; blocks between the two gazettes' publications of the same document. */
const TED_FIRST = 9;
const TED_AFTER_BOAMP: readonly number[] = [0, 1, -1];
/** Share of European procedures that both gazettes show; the others are seen in one only. */
const IN_BOTH = 0.88;
/** Whether both gazettes show a procedure, named by its root. */
export function inBoth(timeline: Timeline, root: string): boolean {
  return new Draws(timeline.seed, `both.${root}`).chance(IN_BOTH);
}

/** The place of BOAMP whose document a place of TED repeats. */
export function partnerInBoamp(timeline: Timeline, place: Place): Place | null {
  const within = (place.position % CYCLE) - TED_FIRST;
  const position = place.position - TED_FIRST;
  if (place.series === 'base' && position >= timeline.perDay) return null;
  return { series: place.series, block: place.block - (TED_AFTER_BOAMP[within] as number), position };
}

/** The place of TED that repeats the document of a European place of BOAMP; null when there is none. */
export function twinInTed(timeline: Timeline, place: Place): Place | null {
  const within = place.position % CYCLE;
  const position = place.position + TED_FIRST;
  if (within >= EUROPEAN || (place.series === 'base' && position >= timeline.perDay)) return null;
  return { series: place.series, block: place.block + (TED_AFTER_BOAMP[within] as number), position };
}

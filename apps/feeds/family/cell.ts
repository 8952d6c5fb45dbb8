import { CYCLE } from '../cycle.js';
import { type Place, sourceOf, type Timeline } from '../timeline.js';

/** One cycle of seats of a day (base) or of the clock (growth; its only cycle is 0). */
export interface Cell {
  readonly series: Place['series'];
  readonly block: number;
  readonly cycle: number;
}

export function cellOf(place: Place): Cell {
  return { series: place.series, block: place.block, cycle: Math.floor(place.position / CYCLE) };
}

export function cellName({ series, block, cycle }: Cell): string {
  return `${series === 'base' ? 'b' : 'g'}${block}/${cycle}`;
}

/** A seat (0 to CYCLE - 1) of a cell, `shift` blocks later; null where the day of the base series ends before it. */
export function placeIn(timeline: Timeline, cell: Cell, seat: number, shift = 0): Place | null {
  const position = cell.cycle * CYCLE + seat;
  if (cell.series === 'base' && position >= timeline.perDay) return null;
  return { series: cell.series, block: cell.block + shift, position };
}

export function seatOf(place: Place): number {
  return place.position % CYCLE;
}

export function isGazette(place: Place): boolean {
  const source = sourceOf(place);
  return source === 'boamp' || source === 'ted';
}

import { CYCLE, POSITIONS } from '../cycle.js';
import { below } from '../segments.js';
import { type Place, slotOf, sourceOf, type Timeline } from '../timeline.js';
import { type ListingSource } from './item.js';

/** Days and seconds of 1 January 2015, before any simulated notice. */
const ORIGIN_DAY = Date.UTC(2015, 0, 1) / 86_400_000;
/** Numbers of notices that appear while the feeds run lie above those of the days before. */
const GROWTH = 1_000_000;

/** The number that a listing source gives a notice: its own for life, increasing with time, without regard to the year. */
export function numeroOf(timeline: Timeline, place: Place): number {
  const source = sourceOf(place);
  if (place.series === 'growth') return GROWTH + below(slotOf(place), source) - below(originSlot(timeline), source) + 1;
  return (place.block - ORIGIN_DAY) * below(timeline.perDay, source) + below(place.position, source) + 1;
}

/** The place of a number; null for a number that no notice can have. Whether it is visible is another question. */
export function placeOfNumero(timeline: Timeline, source: ListingSource, numero: number): Place | null {
  if (!Number.isSafeInteger(numero) || numero < 1 || numero === GROWTH) return null;
  if (numero > GROWTH) {
    if (timeline.growthSeconds === 0) return null;
    const slot = nth(source, numero - GROWTH - 1 + below(originSlot(timeline), source));
    return { series: 'growth', block: Math.floor(slot / CYCLE), position: slot % CYCLE };
  }
  const perDay = below(timeline.perDay, source);
  const block = ORIGIN_DAY + Math.floor((numero - 1) / perDay);
  return { series: 'base', block, position: nth(source, (numero - 1) % perDay) };
}

function nth(source: ListingSource, count: number): number {
  const seats = POSITIONS[source];
  return Math.floor(count / seats.length) * CYCLE + (seats[count % seats.length] as number);
}

function originSlot(timeline: Timeline): number {
  return timeline.growthSeconds === 0 ? 0 : Math.floor((ORIGIN_DAY * 86_400) / timeline.growthSeconds);
}

import { type SourceCode } from '#sources/registry';
import { type Day, newYear, parisWall, yearOf } from './calendar.js';
import { CYCLE, seatAt } from './cycle.js';

/**
 * Where publications lie in time. Two series share one numbering by source and year:
 * - `base`: `perDay` publications a day, in the days before the start; block = day, position = rank in the day;
 * - `growth`: one publication every `growthSeconds` after the start; block = one cycle of successive slots of the clock.
 * Both are anchored on the calendar, not on the process: a publication has the same number and content whenever the
 * feeds are started again, and only which of them are visible moves.
 */
export interface Timeline {
  readonly seed: number;
  readonly size: number;
  /** Milliseconds. The clock when the feeds were started. */
  readonly start: number;
  /** Seconds between two new publications; 0: none. */
  readonly growthSeconds: number;
  /** First and last days of the base series that are visible. */
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly perDay: number;
  /** Ranks of the first day below this one stay invisible, so that exactly `size` publications exist at the start. */
  readonly firstRank: number;
}

export interface Place {
  readonly series: 'base' | 'growth';
  /** Base: the day. Growth: the number of the cycle of slots since 1970. */
  readonly block: number;
  /** Base: 0 to perDay - 1. Growth: 0 to CYCLE - 1. */
  readonly position: number;
}

/** The two official journals, whose publications are whole documents; the other sources only list notices. */
export type Gazette = Extract<SourceCode, 'boamp' | 'ted'>;

/** Over all sources; more days are added for more. BOAMP alone has 200 to 2,000 a day (docs/sources.md A.1). */
const MOST_PER_DAY = 2500;
/** The base series covers six weeks, less for small sizes (a day needs a whole cycle), more for huge ones. */
const USUAL_DAYS = 42;

export function createTimeline(options: { seed: number; size: number; start: Date; growthSeconds: number }): Timeline {
  const { seed, size, growthSeconds } = options;
  const start = options.start.getTime();
  const usual = Math.min(USUAL_DAYS, Math.max(1, Math.floor(size / CYCLE)));
  const perDay = Math.ceil(size / Math.max(usual, Math.ceil(size / MOST_PER_DAY)));
  const days = Math.ceil(size / perDay);
  const lastDay = parisWall(start).day - 1;
  return {
    seed,
    size,
    start,
    growthSeconds,
    firstDay: lastDay - days + 1,
    lastDay,
    perDay,
    firstRank: perDay * days - size,
  };
}

export function sourceOf(place: Place): SourceCode {
  return seatAt(place.position).source;
}

/** A name for the place, unique among all publications of a seed. */
export function keyOf(place: Place): string {
  return `${place.series === 'base' ? 'b' : 'g'}${place.block}.${place.position}`;
}

export function slotOf(place: Place): number {
  return place.block * CYCLE + place.position;
}

export function placeOfSlot(slot: number): Place {
  return { series: 'growth', block: Math.floor(slot / CYCLE), position: slot % CYCLE };
}

/** Milliseconds of the instant at which a growth slot appears. */
export function slotInstant(timeline: Timeline, slot: number): number {
  return slot * timeline.growthSeconds * 1000;
}

/** The growth slots visible at an instant: after the start, up to now; null when there are none. */
export function visibleSlots(timeline: Timeline, now: number): { first: number; last: number } | null {
  if (timeline.growthSeconds === 0) return null;
  const step = timeline.growthSeconds * 1000;
  const first = Math.floor(timeline.start / step) + 1;
  const last = Math.floor(now / step);
  return last < first ? null : { first, last };
}

/** The day on which a publication is dated, in Paris. */
export function dayOfPlace(timeline: Timeline, place: Place): Day {
  return place.series === 'base' ? place.block : parisWall(slotInstant(timeline, slotOf(place))).day;
}

/** The gazette's number within the year of `dayOfPlace`. Growth numbers start above every base number. */
export function numberOfPlace(timeline: Timeline, place: Place): number {
  const start = newYear(yearOf(dayOfPlace(timeline, place)));
  if (place.series === 'base') return (place.block - start) * timeline.perDay + place.position + 1;
  return GROWTH_NUMBERS + ((slotOf(place) - firstSlotOfYear(timeline, start)) % GROWTH_CYCLE);
}

/** 366 days of at most 2,500 stay below. */
const GROWTH_NUMBERS = 1_000_000;
/** Seven digits are the most that numbers have; below 4 seconds a publication, they come round within the year. */
const GROWTH_CYCLE = 9_000_000;
const SECONDS_PER_DAY = 86_400;

/** Counted from midnight UTC of the eve, so that the first slots of the year in Paris have positive numbers. */
function firstSlotOfYear(timeline: Timeline, newYearsDay: Day): number {
  return Math.floor(((newYearsDay - 1) * SECONDS_PER_DAY) / timeline.growthSeconds);
}

/** The place of a gazette's number; null when no publication can have it. */
export function placeOfNumber(timeline: Timeline, year: number, number: number): Place | null {
  const start = newYear(year);
  let place: Place;
  if (number < 1) return null;
  if (number < GROWTH_NUMBERS) {
    const rank = number - 1;
    place = {
      series: 'base',
      block: start + Math.floor(rank / timeline.perDay),
      position: rank % timeline.perDay,
    };
  } else {
    if (timeline.growthSeconds === 0) return null;
    const slot = number - GROWTH_NUMBERS + firstSlotOfYear(timeline, start);
    const started = Math.floor(timeline.start / (timeline.growthSeconds * 1000)) + 1;
    place = placeOfSlot(slot + Math.max(0, Math.ceil((started - slot) / GROWTH_CYCLE)) * GROWTH_CYCLE);
  }
  return yearOf(dayOfPlace(timeline, place)) === year ? place : null;
}

export function isVisible(timeline: Timeline, place: Place, now: number): boolean {
  if (place.series === 'base') {
    if (place.position >= timeline.perDay || place.block > timeline.lastDay) return false;
    return (
      place.block > timeline.firstDay || (place.block === timeline.firstDay && place.position >= timeline.firstRank)
    );
  }
  const slots = visibleSlots(timeline, now);
  const slot = slotOf(place);
  return slots !== null && slot >= slots.first && slot <= slots.last;
}

/** The year of an idweb's two digits. */
export function yearOfShort(digits: number): number {
  return 2000 + digits;
}

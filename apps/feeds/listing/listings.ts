import { type Day, parisWall } from '../calendar.js';
import { type Segment, placesOf, segmentsOf } from '../segments.js';
import { type Place, type Timeline } from '../timeline.js';
import { type Item, type Listings, type ListingSource } from './item.js';
import { itemAt } from './item-at.js';
import { type Life, lifeOf, LONGEST_LIFE_DAYS, mayBeOpen, type Moment, momentOf } from './life.js';

interface Shown {
  life: Life;
  moment: Moment;
}

/** The listings of a timeline; nothing is kept between two calls. */
export function listingsOf(timeline: Timeline): Listings {
  return {
    *changed(source, now, range = {}) {
      for (const shown of byChange(timeline, source, now, range.from ?? -Infinity, range.to ?? Infinity)) {
        yield item(timeline, shown);
      }
    },
    *open(source, now, offset = 0) {
      let skip = offset;
      for (const shown of openOnes(timeline, source, now)) if (skip-- <= 0) yield item(timeline, shown);
    },
    countOpen(source, now) {
      let count = 0;
      for (const _ of openOnes(timeline, source, now)) count++;
      return count;
    },
  };
}

function item(timeline: Timeline, { life, moment }: Shown): Item {
  return itemAt(timeline, life, moment);
}

/** Newest publication first. */
function* openOnes(timeline: Timeline, source: ListingSource, now: number): Generator<Shown> {
  for (const segment of segmentsOf(timeline, now, -Infinity, Infinity).reverse()) {
    const shown: Shown[] = [];
    for (const place of placesOf([segment], source, false)) {
      const one = mayBeOpen(timeline, place, now) ? shownAt(timeline, place, now) : null;
      if (one?.moment.open === true) shown.push(one);
    }
    yield* inOrder(shown, publieOf);
  }
}

/**
 * Newest change first. A change comes at most LONGEST_LIFE_DAYS after the publication: day by day backwards, the days of
 * publication are read that far ahead, so that what is held at once is bounded whatever the size.
 */
function* byChange(timeline: Timeline, source: ListingSource, now: number, from: number, to: number): Generator<Shown> {
  const buckets = new Map<Day, Shown[]>();
  const segments = segmentsOf(timeline, now, dayAt(from) - LONGEST_LIFE_DAYS, dayAt(to));
  const first = segments[0];
  if (first === undefined) return;
  const earliest = Math.max(first.day, dayAt(from));
  let unread = segments.length - 1;
  for (let day = dayAt(Math.min(to, now)); day >= earliest; day--) {
    for (; unread >= 0 && (segments[unread] as Segment).day >= day - LONGEST_LIFE_DAYS; unread--) {
      for (const shown of shownIn(timeline, [segments[unread] as Segment], source, now)) {
        const bucket = dayAt(shown.moment.modifie);
        buckets.set(bucket, [...(buckets.get(bucket) ?? []), shown]);
      }
    }
    const due = (buckets.get(day) ?? []).filter(({ moment }) => moment.modifie >= from && moment.modifie <= to);
    buckets.delete(day);
    yield* inOrder(due, ({ moment }) => moment.modifie);
  }
}

function shownIn(timeline: Timeline, segments: Segment[], source: ListingSource, now: number): Shown[] {
  const found: Shown[] = [];
  for (const place of placesOf(segments, source, false)) {
    const shown = shownAt(timeline, place, now);
    if (shown !== null) found.push(shown);
  }
  return found;
}

function shownAt(timeline: Timeline, place: Place, now: number): Shown | null {
  const life = lifeOf(timeline, place);
  const moment = momentOf(life, now);
  return moment?.shown === true ? { life, moment } : null;
}

function inOrder(shown: Shown[], by: (one: Shown) => number): Shown[] {
  return shown.sort((a, b) => by(b) - by(a));
}

function publieOf({ life }: Shown): number {
  return life.evenements[0].quand;
}

/** ±Infinity stays. */
function dayAt(instant: number): Day {
  return Number.isFinite(instant) ? parisWall(instant).day : instant;
}

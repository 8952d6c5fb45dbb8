import { parisInstant, parisWall } from '../calendar.js';
import { Refused, json } from '../http/answer.js';
import { type Item, type ListingSource } from '../listing/item.js';
import { type World } from '../world.js';
import { type Habits } from './habits.js';

const PER_PAGE = 100;
const MS_PER_DAY = 86_400_000;

/** Notices of one page, in the publisher's order, and the query of the next page; null on the last. */
export interface ItemsOfPage {
  items: Item[];
  next: string | null;
}

type ReadPage = (world: World, source: ListingSource, query: URLSearchParams) => ItemsOfPage;

/** Every page is found from its own name, without those before it. */
export const PAGES: Readonly<Record<Habits['pages'], ReadPage>> = { days: byNumber, before: byInstant, since: byDay };

/** Newest first: page n is the n-th day back; a day without a change is an empty page. */
function byNumber(world: World, source: ListingSource, query: URLSearchParams): ItemsOfPage {
  const now = world.now();
  const number = numberOf(query.get('page') ?? '1');
  const day = parisWall(now).day - number + 1;
  const [from, to] = [parisInstant(day, '00:00:00'), parisInstant(day + 1, '00:00:00') - 1];
  const items = [...world.listings.changed(source, now, { from, to: Math.min(to, now) })];
  const older = first(world.listings.changed(source, now, { to: from - 1 })) !== null;
  return { items, next: older ? `page=${number + 1}` : null };
}

/** Newest first: a hundred notices changed before an instant; those of one instant stay together. */
function byInstant(world: World, source: ListingSource, query: URLSearchParams): ItemsOfPage {
  const now = world.now();
  const before = query.has('avant') ? instantOf(query.get('avant') as string) : now + 1;
  const items: Item[] = [];
  for (const item of world.listings.changed(source, now, { to: before - 1 })) {
    const last = items.at(-1);
    if (items.length >= PER_PAGE && last !== undefined && item.modifie !== last.modifie) {
      return { items, next: `avant=${new Date(last.modifie).toISOString()}` };
    }
    items.push(item);
  }
  return { items, next: null };
}

/** Oldest first: the day that begins at an instant, or the first one after it on which something changed. */
function byDay(world: World, source: ListingSource, query: URLSearchParams): ItemsOfPage {
  const now = world.now();
  const asked = query.has('depuis') ? instantOf(query.get('depuis') as string) : oldestDay(world, source, now);
  for (let from = asked; from <= now; from += MS_PER_DAY) {
    const items = [
      ...world.listings.changed(source, now, { from, to: Math.min(from + MS_PER_DAY - 1, now) }),
    ].reverse();
    const next = from + MS_PER_DAY;
    if (items.length > 0 || next > now)
      return { items, next: next > now ? null : `depuis=${new Date(next).toISOString()}` };
  }
  return { items: [], next: null };
}

/** Beginning of the first day on which something changed, by halving: no list of all is made. */
function oldestDay(world: World, source: ListingSource, now: number): number {
  const midnight = parisInstant(parisWall(now).day, '00:00:00');
  const back = (days: number): number => midnight - days * MS_PER_DAY;
  const nothingBefore = (days: number) => first(world.listings.changed(source, now, { to: back(days) - 1 })) === null;
  let far = 1;
  while (!nothingBefore(far) && far < 10_000) far *= 2;
  let near = Math.floor(far / 2);
  while (far - near > 1) {
    const middle = Math.floor((far + near) / 2);
    if (nothingBefore(middle)) far = middle;
    else near = middle;
  }
  return back(far);
}

function first(items: Iterable<Item>): Item | null {
  for (const item of items) return item;
  return null;
}

function numberOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw refused('page must be a number from 1 on');
}

function instantOf(text: string): number {
  const instant = Date.parse(text);
  if (!Number.isNaN(instant)) return instant;
  throw refused('not an instant');
}

function refused(message: string): Refused {
  return new Refused(json(400, { message }));
}

import { SOURCES } from '#sources/registry';
import { placesOf, segmentsOf } from '../segments.js';
import { createTimeline } from '../timeline.js';
import { type Item, type ListingSource } from './item.js';
import { listingsOf } from './listings.js';
import { numeroOf, placeOfNumero } from './numero.js';
import { isListing } from './shown.js';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const LISTING = SOURCES.map(({ code }) => code).filter(isListing);
const timeline = createTimeline({ seed: 5, size: 2000, start: new Date(NOW), growthSeconds: 5 });
const listings = listingsOf(timeline);

describe.each(LISTING)('what %s lists', (source: ListingSource) => {
  const changed = [...listings.changed(source, NOW)];
  const open = [...listings.open(source, NOW)];

  test('is some, each notice once under a number of its own', () => {
    expect(open.length).toBeGreaterThan(50);
    expect(new Set(changed.map(({ numero }) => numero)).size).toBe(changed.length);
    expect(new Set(open.map(({ numero }) => numero)).size).toBe(open.length);
  });

  test('comes newest change first, and newest publication first where only the open ones are asked', () => {
    const changes = changed.map(({ modifie }) => modifie);
    expect(changes).toEqual([...changes].sort((a, b) => b - a));
    const published = open.map(({ publie }) => publie);
    expect(published).toEqual([...published].sort((a, b) => b - a));
  });

  test('is in the past, and within a range where one is asked', () => {
    for (const item of changed) expect(item.modifie).toBeLessThanOrEqual(NOW);
    const [from, to] = [NOW - 5 * 86_400_000, NOW - 2 * 86_400_000];
    const numbers = (items: Iterable<Item>): number[] => [...items].map(({ numero }) => numero);
    const within = changed.filter(({ modifie }) => modifie >= from && modifie <= to);
    expect(numbers(listings.changed(source, NOW, { from, to }))).toEqual(numbers(within));
    expect(within.length).toBeGreaterThan(0);
  });

  test('is counted as it is walked, from any offset', () => {
    expect(listings.countOpen(source, NOW)).toBe(open.length);
    const [first] = listings.open(source, NOW, 20);
    expect(first).toEqual(open[20]);
  });

  test('grows with the clock', () => {
    expect([...listings.changed(source, NOW + 600_000)].length).toBeGreaterThan(changed.length);
  });
});

describe('items', () => {
  const itemsOf = (start: number, seed = 5): Map<string, Item> => {
    const world = listingsOf(createTimeline({ seed, size: 2000, start: new Date(start), growthSeconds: 5 }));
    const items = LISTING.flatMap((source) => [...world.changed(source, NOW)]);
    return new Map(items.map((item) => [`${item.source} ${item.numero}`, item]));
  };
  const items = itemsOf(NOW);

  test('are the same whenever the feeds are started, and others for another seed', () => {
    const again = itemsOf(NOW - 86_400_000);
    const common = [...items].filter(([name]) => again.has(name));
    expect(common.length).toBeGreaterThan(1000);
    for (const [name, item] of common) expect(again.get(name)).toEqual(item);
    const other = itemsOf(NOW, 6);
    const titles = [...items].filter(([name, { titre }]) => other.get(name)?.titre === titre);
    expect(titles.length).toBeLessThan(items.size / 20);
  });

  test('lead back to their place by their number', () => {
    for (const source of LISTING) {
      for (const place of placesOf(segmentsOf(timeline, NOW + 600_000, -Infinity, Infinity), source, false)) {
        expect(placeOfNumero(timeline, source, numeroOf(timeline, place))).toEqual(place);
      }
    }
  });

  test('are open with their hour, or their day only, or for ten years', () => {
    const limites = [...items.values()].map(({ limite }) => limite!);
    expect(limites.some(({ heure }) => heure === null)).toBe(true);
    expect(limites.some(({ jour }) => jour > '2036')).toBe(true);
    for (const { jour, heure } of limites) expect(`${jour} ${heure ?? '12:00'}`).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  });
});

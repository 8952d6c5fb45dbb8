import { type Item } from '../listing/item.js';
import { type World } from '../world.js';

/** A notice as its publisher showed it at each of its events, oldest first: releases do not change once published. */
export function historyOf(world: World, item: Item): Item[] {
  return item.evenements.map(({ quand }, rank) =>
    rank === item.evenements.length - 1 ? item : (shownAt(world, item, quand) ?? item),
  );
}

function shownAt(world: World, { source, numero }: Item, instant: number): Item | null {
  for (const item of world.listings.changed(source, instant, { from: instant, to: instant })) {
    if (item.numero === numero) return item;
  }
  return null;
}

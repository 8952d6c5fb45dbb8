import { type Item } from '../listing/item.js';
import { itemAt } from '../listing/item-at.js';
import { lifeOf, momentOf } from '../listing/life.js';
import { placeOfNumero } from '../listing/numero.js';
import { type World } from '../world.js';

/** A notice as its publisher showed it at each of its events, oldest first: releases do not change once published. */
export function historyOf(world: World, item: Item): Item[] {
  return item.evenements.map(({ quand }, rank) =>
    rank === item.evenements.length - 1 ? item : (shownAt(world, item, quand) ?? item),
  );
}

/** Found from its number: looking through what changed then would read months of notices for each. */
function shownAt({ timeline }: World, { source, numero }: Item, instant: number): Item | null {
  const place = placeOfNumero(timeline, source, numero);
  if (place === null) return null;
  const life = lifeOf(timeline, place);
  const moment = momentOf(life, instant);
  return moment?.shown === true && moment.modifie === instant ? itemAt(timeline, life, moment) : null;
}

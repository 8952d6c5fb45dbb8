import { type Answer, type Ask } from '../http/answer.js';
import { type ListingSource } from '../listing/item.js';
import { type World } from '../world.js';

/** Nothing is served yet. */
export function ocdsRoute(_world: World, _ask: Ask, _source: ListingSource): Answer | null {
  return null;
}

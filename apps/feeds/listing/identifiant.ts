import { sourceOf as registered } from '#sources/registry';
import { identifiantOf as atexo } from '../atexo/identifiant.js';
import { identifiantOf as ocds } from '../ocds/identifiant.js';
import { identifiantOf as rss } from '../rss/address.js';
import { type Item } from './item.js';

/** What the source's adapter takes as the identifier of the item's publication. */
export function identifiantOf(item: Pick<Item, 'source' | 'numero' | 'organisme'>): string {
  switch (registered(item.source)?.adapter) {
    case 'rss':
      return rss(item);
    case 'ocds':
      return ocds(item);
    default:
      return atexo(item);
  }
}

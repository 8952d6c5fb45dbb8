import { type Item } from '../listing/item.js';

/** What the adapter of these portals calls the item: `refCons-orgCons`. */
export function identifiantOf(item: Pick<Item, 'numero' | 'organisme'>): string {
  return `${item.numero}-${item.organisme}`;
}

/** Path of the consultation's own page. */
export function consultationPath({ numero, organisme }: Pick<Item, 'numero' | 'organisme'>): string {
  return `/entreprise/consultation/${numero}?orgAcronyme=${organisme}`;
}

import { type Item, type Listings, type ListingSource } from '../listing/item.js';

/** Where a page begins: behind the first `saut` items of those that last changed at `avant` (milliseconds). */
export interface Cursor {
  avant: number | null;
  saut: number;
}

/** Of the query `avant=…&saut=…`; null when it cannot be one. */
export function cursorOf(query: URLSearchParams): Cursor | null {
  const avant = query.get('avant');
  const saut = query.get('saut') ?? '0';
  if (!/^\d{1,6}$/.test(saut) || (avant !== null && !/^\d{1,15}$/.test(avant))) return null;
  return { avant: avant === null ? null : Number(avant), saut: Number(saut) };
}

export interface Page {
  items: Item[];
  next: Cursor | null;
}

/** A page of what last changed, newest first. New items on top do not move the ones of later pages. */
export function pageFrom(listings: Listings, source: ListingSource, now: number, from: Cursor, size: number): Page {
  const items: Item[] = [];
  let skip = from.saut;
  for (const item of listings.changed(source, now, from.avant === null ? {} : { to: from.avant })) {
    if (skip > 0 && item.modifie === from.avant) skip--;
    else if (items.length === size) return { items, next: after(items, from) };
    else items.push(item);
  }
  return { items, next: null };
}

function after(items: readonly Item[], from: Cursor): Cursor {
  const avant = items.at(-1)?.modifie ?? null;
  const same = items.filter(({ modifie }) => modifie === avant).length;
  return { avant, saut: same + (avant === from.avant ? from.saut : 0) };
}

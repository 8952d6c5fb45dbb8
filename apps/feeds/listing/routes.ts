import { sourceOf as registered } from '#sources/registry';
import { atexoRoute } from '../atexo/routes.js';
import { type Answer, type Ask } from '../http/answer.js';
import { ocdsRoute } from '../ocds/routes.js';
import { rssRoute } from '../rss/routes.js';
import { type World } from '../world.js';
import { type ListingSource } from './item.js';
import { isListing } from './shown.js';

/** What a format's routes answer for one of its sources; `ask.path` is what follows `/{source}`, `/` at least. */
export type ListingRoute = (world: World, ask: Ask, source: ListingSource) => Answer | null;

const ROUTES: Readonly<Record<string, ListingRoute>> = { atexo: atexoRoute, rss: rssRoute, ocds: ocdsRoute };

/** `/{code}/…` of the sixteen sources that list notices; null for another path. */
export function listingRoute(world: World, ask: Ask): Answer | null {
  const [, code = '', rest = ''] = /^\/([a-z0-9_]+)(\/.*)?$/.exec(ask.path) ?? [];
  if (!isListing(code)) return null;
  const path = rest === '' ? '/' : rest;
  return ROUTES[registered(code)?.adapter ?? '']?.(world, { ...ask, path }, code) ?? null;
}

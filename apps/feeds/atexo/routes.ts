import { type Answer, type Ask } from '../http/answer.js';
import { type Item, type Listings, type ListingSource } from '../listing/item.js';
import { detailPage } from './detail-page.js';
import { listPage } from './list-page.js';
import { FIRST_STATE, PAGE_SIZES, type PageState, readState } from './page-state.js';
import { rssXml } from './rss.js';

/** What the routes read of the world. */
export interface PortalWorld {
  readonly listings: Listings;
  now(): number;
}

/** Items that the RSS shows. */
export const RSS_ITEMS = 30;
const SESSION = 'PHPSESSID';
const RESULT = 'ctl0$CONTENU_PAGE$resultSearch$';
const DETAIL = /^\/(?:app\.php\/)?entreprise\/consultation\/(\d{1,12})$/;

/**
 * One portal of the software: the public list of open consultations, its RSS, a page for each consultation.
 * As observed: a post-back needs the session's cookie (400 without) and the page state whole (500 without); the page is
 * chosen by the posted form only, an address that names one is answered with the first.
 * @param ask whose path is what follows `/{source}`.
 */
export function atexoRoute(world: PortalWorld, ask: Ask, source: ListingSource): Answer | null {
  if (ask.path === '/rssTr.xml') {
    const items = first(world.listings.open(source, world.now()), RSS_ITEMS);
    return { status: 200, type: 'application/rss+xml; charset=utf-8', body: rssXml(items, baseOf(ask, source)) };
  }
  const numero = DETAIL.exec(ask.path)?.[1];
  if (numero !== undefined)
    return html(200, detailPage(numero, ask.query.get('orgAcronyme')?.replace(/\W/g, '') ?? ''));
  if (ask.path !== '/' && ask.path !== '/index.php') return null;
  if (!/^entreprise\.EntrepriseAdvancedSearch$/i.test(ask.query.get('page') ?? '') || !ask.query.has('AllCons')) {
    return html(404, '<html><body><h1>Page introuvable</h1></body></html>');
  }
  return ask.method === 'POST' ? postBack(world, ask, source) : results(world, ask, source, FIRST_STATE);
}

function postBack(world: PortalWorld, ask: Ask, source: ListingSource): Answer {
  if (!String(ask.headers['cookie'] ?? '').includes(`${SESSION}=`)) return html(400, '<h1>Bad Request</h1>');
  const form = new URLSearchParams(ask.body);
  const state = readState(form.get('PRADO_PAGESTATE'));
  if (state === null) return html(500, '<h1>Internal Server Error</h1>');
  return results(world, ask, source, turned(state, form));
}

/** The state after the control that was touched: the size of pages, the page's number, or the arrow. */
function turned(state: PageState, form: URLSearchParams): PageState {
  switch (form.get('PRADO_POSTBACK_TARGET')) {
    case `${RESULT}listePageSizeTop`: {
      const size = Number(form.get(`${RESULT}listePageSizeTop`));
      return PAGE_SIZES.includes(size) ? { page: 1, size } : state;
    }
    case `${RESULT}DefaultButtonTop`: {
      const page = Number(form.get(`${RESULT}numPageTop`));
      return Number.isInteger(page) && page > 0 ? { ...state, page } : state;
    }
    case `${RESULT}PagerTop$ctl2`:
      return { ...state, page: state.page + 1 };
    default:
      return state;
  }
}

function results(world: PortalWorld, ask: Ask, source: ListingSource, asked: PageState): Answer {
  const now = world.now();
  const total = world.listings.countOpen(source, now);
  const pages = Math.max(1, Math.ceil(total / asked.size));
  const state = { ...asked, page: Math.min(asked.page, pages) };
  const items = first(world.listings.open(source, now, (state.page - 1) * state.size), state.size);
  const answer = html(200, listPage({ state, total, pages, items: [...items], base: baseOf(ask, source) }));
  return { ...answer, headers: { 'set-cookie': `${SESSION}=${source}; path=/; HttpOnly` } };
}

function baseOf(ask: Ask, source: ListingSource): string {
  return `${ask.origin}/${source}`;
}

function html(status: number, body: string): Answer {
  return { status, type: 'text/html; charset=utf-8', body };
}

function* first(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}

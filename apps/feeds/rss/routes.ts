import { createHash } from 'node:crypto';
import { escapeUTF8 } from 'entities';
import { sourceOf } from '#sources/registry';
import { type Answer, type Ask, Refused } from '../http/answer.js';
import { type Item, type ListingSource } from '../listing/item.js';
import { type World } from '../world.js';
import { type Look, LOOKS } from './looks.js';
import { type Cursor, cursorOf, pageFrom } from './page.js';
import { rfc3339 } from './text.js';

/** `/rss.xml` of the five platforms whose feed is RSS or Atom, newest change first. */
export function rssRoute(world: World, ask: Ask, source: ListingSource): Answer | null {
  const look = LOOKS[source];
  if (look === undefined || ask.path !== '/rss.xml') return null;
  const cursor = cursorOf(ask.query);
  if (cursor === null || (!look.paged && cursor.avant !== null)) throw new Refused(badRequest());
  const page = pageFrom(world.listings, source, world.now(), cursor, look.size);
  const address = `${ask.origin}/${source}/rss.xml`;
  const next = look.paged && page.next !== null ? addressOf(address, page.next) : null;
  const body = (look.atom === true ? atomFeed : rssFeed)(source, look, page.items, { self: address, next });
  const type = look.atom === true ? 'application/atom+xml' : 'application/rss+xml';
  const headers = validatorsOf(look, body, page.items);
  const answer: Answer = {
    status: 200,
    type: `${type}; charset=${look.latin1 === true ? 'iso-8859-1' : 'utf-8'}`,
    body: look.latin1 === true ? inLatin1(body) : body,
    headers,
    ...(look.latin1 === true ? { encoding: 'latin1' } : {}),
  };
  return isUnchanged(ask, headers) ? { ...answer, status: 304, body: '' } : answer;
}

interface Links {
  self: string;
  next: string | null;
}

function rssFeed(source: ListingSource, look: Look, items: readonly Item[], { self, next }: Links): string {
  const site = sourceOf(source);
  return `<?xml version="1.0" encoding="${look.latin1 === true ? 'ISO-8859-1' : 'UTF-8'}"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeUTF8(site?.nom ?? source)}</title>
<link>${site?.url ?? ''}</link>
<description>Derniers avis de marchés</description>
<atom:link rel="self" type="application/rss+xml" href="${escapeUTF8(self)}"/>
${next === null ? '' : `<atom:link rel="next" type="application/rss+xml" href="${escapeUTF8(next)}"/>\n`}${items.map(look.item).join('\n')}
</channel>
</rss>
`;
}

function atomFeed(source: ListingSource, look: Look, items: readonly Item[], { self, next }: Links): string {
  const site = sourceOf(source);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr">
<id>${site?.url ?? ''}/rss.xml</id>
<title>${escapeUTF8(site?.nom ?? source)}</title>
<updated>${rfc3339(items[0]?.modifie ?? 0)}</updated>
<link rel="self" href="${escapeUTF8(self)}"/>
${next === null ? '' : `<link rel="next" href="${escapeUTF8(next)}"/>\n`}${items.map(look.item).join('\n')}
</feed>
`;
}

function addressOf(address: string, { avant, saut }: Cursor): string {
  return `${address}?${new URLSearchParams({ avant: String(avant), saut: String(saut) }).toString()}`;
}

function validatorsOf({ validators }: Look, body: string, items: readonly Item[]): Record<string, string> {
  const latest = items[0]?.modifie;
  const modified = validators.includes('last-modified') && latest !== undefined;
  return {
    ...(validators.includes('etag') ? { etag: `"${createHash('sha1').update(body).digest('hex')}"` } : {}),
    ...(modified ? { 'last-modified': new Date(latest).toUTCString() } : {}),
  };
}

function isUnchanged({ headers: asked }: Ask, { etag, 'last-modified': modified }: Record<string, string>): boolean {
  if (etag !== undefined) return asked['if-none-match'] === etag;
  return modified !== undefined && asked['if-modified-since'] === modified;
}

/** Characters that the charset does not have are written as references. */
function inLatin1(xml: string): string {
  return xml.replace(/[^\p{ASCII}\u0080-\u00FF]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}

function badRequest(): Answer {
  return { status: 400, type: 'text/plain; charset=utf-8', body: 'Bad Request' };
}

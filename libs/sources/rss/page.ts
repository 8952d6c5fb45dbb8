import { createHash } from 'node:crypto';
import { type HttpAnswer, type HttpClient, type RawDocument, UnexpectedAnswer } from '../adapter.js';
import type { SourceCode } from '../registry.js';
import { CharsetFault, decodeXml } from '../xml/charset.js';
import { changedAt } from './dates.js';
import { FeedFault, readFeed } from './feed.js';
import { identifiantOf } from './identity.js';
import { type Item, linksOf, nameOf, readItem } from './item.js';
import { type Top, conditionsOf } from './position.js';

/** 5,000 items of some 2 kB are 10 MB. */
const PAGE_MAX_BYTES = 64 * 1024 * 1024;
const ACCEPT = 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1';

/** One page of a feed, read. */
export interface ReadPage {
  answer: HttpAnswer;
  entries: Entry[];
  /** Absolute address of the next page. */
  next: string | null;
  broken: string | null;
}

export interface Entry {
  document: RawDocument;
  /** What tells it from the others: guid, link, or its very bytes. */
  name: string;
  /** Milliseconds of its last change; null where it says none. */
  changed: number | null;
}

/**
 * Asks for one page.
 * @param unless a reading since which the page may be unchanged.
 * @returns null when the server says that it is. Throws UnexpectedAnswer on anything that is no feed.
 */
export async function askPage(
  { http, source, url }: { http: HttpClient; source: SourceCode; url: string },
  unless: Top | null,
): Promise<ReadPage | null> {
  const answer = await http.get(url, { accept: ACCEPT, maxBytes: PAGE_MAX_BYTES, ...conditionsOf(unless) });
  if (answer.status === 304) return null;
  if (answer.status !== 200) throw new UnexpectedAnswer(`${url}: status ${answer.status}`);
  try {
    const { items, next, broken } = readFeed(decodeXml(answer.body, answer.charset));
    const entries = items.map((xml) => entryOf(xml, source, url));
    return { answer, entries, next: next === null ? null : nextOf(next, url), broken };
  } catch (error) {
    if (!(error instanceof FeedFault || error instanceof CharsetFault)) throw error;
    throw new UnexpectedAnswer(`${url}: ${error.message}`);
  }
}

function entryOf(xml: string, source: SourceCode, url: string): Entry {
  const body = Buffer.from(xml);
  const item = itemOf(xml);
  const name = item === null ? null : nameOf(item);
  const names = item === null ? [] : [name, ...linksOf(item)].filter((one) => one !== null);
  return {
    document: { source, identifiant: identifiantOf(source, names) ?? '', format: 'rss-item', url, body },
    name: (name ?? createHash('sha256').update(body).digest('hex')).slice(0, 200),
    changed: item === null ? null : changedAt(item),
  };
}

/** An item that cannot be read is archived all the same: `normalise` states why. */
function itemOf(xml: string): Item | null {
  try {
    return readItem(xml);
  } catch (error) {
    if (error instanceof FeedFault) return null;
    throw error;
  }
}

/** A feed sends us to its own server only. */
function nextOf(href: string, url: string): string {
  const next = URL.canParse(href, url) ? new URL(href, url) : null;
  if (next === null || next.origin !== new URL(url).origin) {
    throw new UnexpectedAnswer(`${url}: the next page is not on the same server (${href.slice(0, 200)})`);
  }
  return next.href;
}

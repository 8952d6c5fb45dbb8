import { SaxesParser } from 'saxes';
import { readableEntities, withoutBareAmpersands } from './entities.js';

/** Real feeds nest four or five deep, XHTML content included some thirty. */
const MAX_DEPTH = 100;
const ROOTS: ReadonlySet<string> = new Set(['rss', 'feed', 'RDF']);

/** What one page of a feed holds. */
export interface FeedPage {
  /** Each `<item>` or `<entry>` as the feed gives it. */
  items: string[];
  /** Address of the next page (RFC 5005), as written; null where there is none. */
  next: string | null;
  /** Why the rest could not be read: the page is cut or broken behind the last item; null when it is whole. */
  broken: string | null;
}

/** A body that is no feed at all, or one that we refuse to read. */
export class FeedFault extends Error {
  override readonly name = 'FeedFault';
  constructor(
    readonly reason: 'malformed' | 'hostile',
    message: string,
  ) {
    super(message);
  }
}

/**
 * Cuts an RSS 2.0, RSS 1.0 or Atom feed into its items. Document type declarations are refused before anything in them is
 * read; the entities of HTML, which feeds use without declaring them, are known, and a lone `&` is text. The items that
 * stand whole before the place where a page breaks are kept. Throws FeedFault.
 */
export function readFeed(text: string): FeedPage {
  const mended = withoutBareAmpersands(text.trimStart());
  const page: FeedPage = { items: [], next: null, broken: null };
  const open: string[] = [];
  let start: number | null = null;
  const parser = new SaxesParser({ xmlns: false });
  readableEntities(parser);
  parser.on('doctype', (doctype) => {
    if (/^\s*html\b/i.test(doctype)) throw new FeedFault('malformed', 'an HTML page, not a feed');
    throw new FeedFault('hostile', 'document type declarations are refused');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    if (open.length === 0 && !ROOTS.has(local)) throw new FeedFault('malformed', `the root is ${local}, not a feed`);
    if (open.length >= MAX_DEPTH) throw new FeedFault('hostile', `elements are nested deeper than ${MAX_DEPTH}`);
    open.push(local);
    if (start !== null) return;
    if (local === 'item' || local === 'entry') start = mended.lastIndexOf('<', parser.position - 1);
    else if (local === 'link' && attributes['rel'] === 'next') page.next ??= attributes['href'] ?? null;
  });
  parser.on('closetag', ({ name }) => {
    open.pop();
    const local = localName(name);
    if (start === null || (local !== 'item' && local !== 'entry') || open.length > itemDepth(open)) return;
    page.items.push(mended.slice(start, parser.position));
    start = null;
  });
  try {
    parser.write(mended).close();
  } catch (error) {
    if (error instanceof FeedFault) throw error;
    page.broken = error instanceof Error ? error.message : String(error);
    if (open.length === 0) throw new FeedFault('malformed', `not a feed (${page.broken})`);
  }
  return page;
}

/** How many elements hold an item: `rss/channel`, or the root of Atom and RSS 1.0. An item inside an item is content. */
function itemDepth([root]: readonly string[]): number {
  return root === 'rss' ? 2 : 1;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

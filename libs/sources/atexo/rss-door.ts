import {
  type CollectedBatch,
  type CollectFault,
  HttpFault,
  type HttpClient,
  type RawDocument,
  UnexpectedAnswer,
} from '../adapter.js';
import type { SourceCode } from '../registry.js';
import { type FeedPage, FeedFault, readFeed } from '../rss/feed.js';
import { nameOf, readItem } from '../rss/item.js';
import { CharsetFault, decodeXml } from '../xml/charset.js';
import { identifiantOf } from './identity.js';
import { refOfItem } from './item-ref.js';
import type { AtexoPosition } from './position.js';

/** Some hundreds of items weigh less than 1 MB. */
const FEED_MAX_BYTES = 16 * 1024 * 1024;

export interface RssSettings {
  source: SourceCode;
  http: HttpClient;
  /** Address of the portal, without trailing slash. */
  base: string;
  /** Why the list was not read: a fault of the run, whatever the RSS gives. */
  because: Error;
}

/**
 * Reads the portal's RSS in place of the list. An item that the list has shown is left out: it says less than the row,
 * whose values it would replace. The RSS shows the latest items only, so it gives no inventory; when nothing of the last
 * reading is left in it, items may have passed unseen, and the run says so.
 */
export async function readRss(
  { source, http, base, because }: RssSettings,
  position: AtexoPosition,
): Promise<CollectedBatch> {
  const url = `${base}/rssTr.xml`;
  const known = new Set(position.listes);
  const before = new Set(position.fil);
  const faults: CollectFault[] = [
    { identifiant: null, url, reason: `the list was not read, its RSS was: ${because.message}` },
  ];
  const documents: RawDocument[] = [];
  const fil: string[] = [];
  const page = await pageOf(http, url, because);
  if (page.broken !== null) faults.push({ identifiant: null, url, reason: `the RSS is cut or broken: ${page.broken}` });
  for (const xml of page.items) {
    const identifiant = identifiantOfItem(xml);
    fil.push(identifiant);
    if (!known.has(identifiant))
      documents.push({ source, identifiant, format: 'atexo-item', url, body: Buffer.from(xml) });
  }
  if (before.size > 0 && fil.length > 0 && !fil.some((identifiant) => before.has(identifiant))) {
    faults.push({
      identifiant: null,
      url,
      reason: 'nothing of the last reading is left in the RSS: items may have passed unseen',
    });
  }
  return { documents, faults, position: { ...position, parcours: null, fil }, progress: 1 };
}

/** Throws, naming both doors, when the RSS cannot be read either. */
async function pageOf(http: HttpClient, url: string, because: Error): Promise<FeedPage> {
  try {
    const accept = 'application/rss+xml, application/xml, text/xml';
    const { body, charset } = await http.get(url, { accept, maxBytes: FEED_MAX_BYTES });
    return readFeed(decodeXml(body, charset));
  } catch (error) {
    if (error instanceof HttpFault) {
      if (error.reason === 'aborted') throw error;
      throw new HttpFault(error.reason, `${because.message}; ${error.message}`, error.status);
    }
    if (error instanceof FeedFault || error instanceof CharsetFault) {
      throw new UnexpectedAnswer(`${because.message}; ${url}: ${error.message}`);
    }
    throw error;
  }
}

/** An item without keys, or one that cannot be read, is archived all the same, and refused with its reason. */
function identifiantOfItem(xml: string): string {
  try {
    const item = readItem(xml);
    const ref = refOfItem(item);
    return ref === null ? (nameOf(item) ?? '') : identifiantOf(ref);
  } catch (error) {
    if (error instanceof FeedFault) return '';
    throw error;
  }
}

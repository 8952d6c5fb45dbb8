import type { Normalise } from '../adapter.js';
import type { Normalised, RejectionReason } from '../publication.js';
import { type SourceCode, sourceOf } from '../registry.js';
import { type Collector, createCollector, kept } from '../values/cleaned.js';
import { frenchDate } from '../values/french-date.js';
import { line } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { CharsetFault, decodeXml } from '../xml/charset.js';
import { contentOf } from './content.js';
import { publicationDay } from './dates.js';
import { FeedFault } from './feed.js';
import { identifiantOf } from './identity.js';
import { type Item, linksOf, readItem, textOf } from './item.js';
import { keysOf } from './keys.js';
import { kindOf } from './kind.js';
import { linesOf } from './lines.js';
import { saidIn } from './said.js';

/** Names of the longer text, the richest first. */
const DESCRIPTIONS = ['content:encoded', 'content', 'description', 'summary'] as const;

/** Turns one item of a platform's feed (format `rss-item`) into a publication or a stated rejection. Never throws. */
export const normaliseRssItem: Normalise = ({ source, identifiant, body }): Normalised => {
  try {
    return published(source, readItem(decodeXml(body)));
  } catch (error) {
    if (error instanceof FeedFault) return rejected(error.reason, error.message, identifiant);
    if (error instanceof CharsetFault) return rejected('malformed', error.message, identifiant);
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return rejected('internal', detail.slice(0, 500), identifiant);
  }
};

function published(source: SourceCode, item: Item): Normalised {
  const addresses = linksOf(item).map((link) => absolute(source, link));
  const names = [textOf(item, 'guid', 'id'), ...addresses].filter((name) => name !== null);
  const identifiant = identifiantOf(source, names);
  if (identifiant === null) return rejected('incomplete', 'neither guid nor link', null);
  const { lines, addresses: linked } = linesOf(textOf(item, ...DESCRIPTIONS) ?? '');
  const said = saidIn(source, line(textOf(item, 'title')), lines);
  const collector = createCollector();
  const content = contentOf(source, said, collector.keep('lien_source', httpUrl(addresses[0] ?? null)), collector);
  if (content.titre === null) return rejected('incomplete', 'no title and no object', identifiant);
  const own = linked.map((address) => absolute(source, address)).filter((address) => isOf(source, address));
  const { kind, names: named } = kindOf(identifiant, said.values.get('avis')?.[0], said.titre);
  return {
    ok: true,
    publication: {
      source,
      aliases: [],
      ...named,
      kind,
      whole: true,
      motif: null,
      date_publication: publicationOf(item, said.values.get('publie')?.[0], collector),
      keys: keysOf([said.titre, ...lines].join('\n'), [...names, ...own], line(said.values.get('reference')?.[0])),
      content,
      anomalies: collector.anomalies,
    },
  };
}

/** The day that the notice says, else the item's own; feeds give a changed item a new date of their own. */
function publicationOf(item: Item, publie: string | undefined, collector: Collector): string | null {
  const said = collector.keep('date_publication', publie === undefined ? kept(null) : frenchDate(publie));
  return said?.jour ?? collector.keep('date_publication', publicationDay(item));
}

/** Feeds of some makers link within their site: `/Annonces/MPI-pub-1.htm`. */
function absolute(source: SourceCode, link: string): string {
  const site = sourceOf(source)?.url;
  return /^\/(?!\/)/.test(link) && site !== undefined ? `${site}${link}` : link;
}

/** Links of a description that lead elsewhere name no consultation of this notice for certain. */
function isOf(source: SourceCode, address: string): boolean {
  const site = sourceOf(source)?.url;
  if (site === undefined || !URL.canParse(address)) return false;
  const domain = new URL(site).hostname.replace(/^www\./, '');
  const host = new URL(address).hostname;
  return host === domain || host.endsWith(`.${domain}`);
}

function rejected(reason: RejectionReason, detail: string, identifiant: string | null): Normalised {
  return { ok: false, rejection: { reason, detail, identifiant } };
}

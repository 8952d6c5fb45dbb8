import { type CollectedBatch, type Position, type RawDocument } from '#sources/adapter';
import type { Publication } from '#sources/publication';
import { createHttpGateway } from '#platform/http/client';
import { collectRss } from '#sources/rss/collect';
import { normaliseRssItem } from '#sources/rss/normalise';
import { consultationKeys } from '#sources/values/url';
import { type Item, type ListingSource } from '../listing/item.js';
import { listingsOf } from '../listing/listings.js';
import { createFeeds, type Feeds } from '../server.js';
import { citedAddressOf, identifiantOf, pageOf } from './address.js';

const NOW = new Date('2026-11-21T10:00:00Z');
const CODES = ['aws', 'achatpublic', 'marches_securises', 'e_marchespublics', 'xmarches'] as const;
const signal = new AbortController().signal;
const gateway = createHttpGateway({ userAgent: 'test', timeoutMs: 20_000, maxBytes: 64_000_000, attempts: 3 });
let feeds: Feeds;

beforeAll(async () => {
  feeds = await createFeeds({ seed: 11, size: 3000, now: () => NOW });
});
afterAll(async () => {
  await feeds.close();
  await gateway.close();
});

async function collected(source: ListingSource, position: Position | null): Promise<CollectedBatch[]> {
  const batches: CollectedBatch[] = [];
  const collect = collectRss(source, `${feeds.url}/${source}/rss.xml`);
  const context = { http: gateway.client(signal), position, since: '2015-01-01', now: NOW, signal };
  for await (const batch of collect(context)) batches.push(batch);
  return batches;
}

function publicationOf(document: RawDocument): Publication {
  const normalised = normaliseRssItem(document);
  if (!normalised.ok) throw new Error(`${document.identifiant}: ${normalised.rejection.detail}`);
  return normalised.publication;
}

describe.each(CODES)('the feed of %s', (source) => {
  const items = new Map<string, Item>();
  const publications = new Map<string, Publication>();
  let batches: CollectedBatch[];

  beforeAll(async () => {
    for (const item of listingsOf(feeds.timeline).changed(source, NOW.getTime())) items.set(identifiantOf(item), item);
    batches = await collected(source, null);
    for (const { documents } of batches)
      for (const document of documents) publications.set(document.identifiant, publicationOf(document));
  });

  test('gives every item that the source shows, each once, under its own number', () => {
    expect(items.size).toBeGreaterThan(50);
    expect([...publications.keys()].sort()).toEqual([...items.keys()].sort());
    for (const [name, { identifiant }] of publications) expect(identifiant).toBe(name);
    expect(batches.flatMap(({ documents }) => documents)).toHaveLength(items.size);
    expect(batches.flatMap(({ faults }) => faults)).toEqual([]);
  });

  test('is read as it shows', () => {
    for (const [name, item] of items)
      expect({ name, ...read(item, publications.get(name)!) }).toEqual({ name, ...shown(item) });
  });

  test('is not read again where nothing changed, and not to its end where it is paged', async () => {
    const again = await collected(source, batches.at(-1)!.position);
    const documents = again.flatMap((batch) => batch.documents);
    if (source === 'xmarches') expect(documents).toHaveLength(items.size);
    else expect(documents).toEqual([]);
    expect(again.flatMap(({ faults }) => faults)).toEqual([]);
  });
});

function plain(text: string | null): string | null {
  // A line that is cut to « - ... » says nothing.
  return (
    text
      ?.replace(/\s+/g, ' ')
      .replace(/ - \.\.\.$/, '')
      .trim() ?? null
  );
}

/** What an item shows, in the terms of the publication. */
function shown(item: Item): Record<string, unknown> {
  const countOnly = item.source === 'marches_securises';
  return {
    titre: plain(item.titre),
    objet: plain(item.objet) === plain(item.titre) ? null : plain(item.objet),
    acheteur: plain(item.acheteur.nom),
    procedure: item.procedure?.libelle ?? null,
    type_marche: item.type_marche,
    jour: item.limite?.jour ?? null,
    publie: new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris' }).format(item.publie),
    nb_lots: item.lots.length === 0 ? null : item.lots.length,
    lots: countOnly ? [] : item.lots.map(({ titre }) => plain(titre)),
    departements: item.departements.length === 0 ? null : [...item.departements].sort(),
    reference: item.reference,
    lien: pageOf(item),
    keys: true,
    anomalies: [],
  };
}

function read(item: Item, { content, date_publication, keys, anomalies }: Publication): Record<string, unknown> {
  const day = (instant: string | null): string | null =>
    instant === null ? null : new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Paris' }).format(new Date(instant));
  const cited = consultationKeys(citedAddressOf(item));
  const { description = null, titre = null } = content;
  return {
    titre: plain(titre),
    // AWS shows the title again where it has no longer object.
    objet: plain(description) === plain(titre) ? null : plain(description),
    acheteur: content.acheteur?.nom,
    procedure: content.procedure,
    type_marche: content.type_marche,
    jour: day(content.date_limite ?? null),
    publie: date_publication,
    nb_lots: content.nb_lots,
    lots: content.lots?.map((lot) => plain(lot.description)),
    departements: content.lieu_execution === null ? null : [...(content.lieu_execution?.departements ?? [])].sort(),
    reference: keys.reference_acheteur,
    lien: content.lien_source,
    keys: cited.every((key) => keys.consultations.includes(key)),
    anomalies,
  };
}

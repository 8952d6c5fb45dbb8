import { type DocumentFormat, type Normalise } from '#sources/adapter';
import { rowFragment } from '#sources/atexo/fragment';
import { normaliseAtexoItem } from '#sources/atexo/normalise-item';
import { normaliseAtexoRow } from '#sources/atexo/normalise-row';
import { type Publication } from '#sources/publication';
import { SOURCES } from '#sources/registry';
import { readFeed } from '#sources/rss/feed';
import { type Item, type ListingSource } from '../listing/item.js';
import { listingsOf } from '../listing/listings.js';
import { createTimeline } from '../timeline.js';
import { identifiantOf } from './identifiant.js';
import { rowHtml } from './row.js';
import { rssXml } from './rss.js';
import { itemOf } from './testing/item.js';

const NOW = Date.parse('2026-11-21T10:00:00Z');
const PORTALS = SOURCES.filter(({ adapter }) => adapter === 'atexo').map(({ code }) => code as ListingSource);

function publication(source: ListingSource, format: DocumentFormat, normalise: Normalise, body: string): Publication {
  const result = normalise({ source, identifiant: '', format, body: Buffer.from(body) });
  if (!result.ok) throw new Error(result.rejection.detail);
  return result.publication;
}

const byRow = (item: Item) =>
  publication(item.source, 'atexo-row', normaliseAtexoRow, rowFragment(rowHtml(item, 1, 'http://feeds.test/place')));

function byRss(item: Item): Publication {
  const { items } = readFeed(rssXml([item], 'http://feeds.test/place'));
  return publication(item.source, 'atexo-item', normaliseAtexoItem, items[0] ?? '');
}

describe('the list and the RSS of a portal', () => {
  const item = itemOf(812_345, {
    titre: "Travaux d'entretien « voirie & réseaux » <lot 2>",
    budget: 1_250_000.5,
    lots: [1, 2].map((numero) => ({ numero: String(numero), titre: 'x', cpv: null })),
    departements: ['62', '2A'],
    acheteur: { nom: "VILLE D'ARRAS (MAIRIE)", code_postal: '62000', ville: 'Arras', siret: null },
  });

  test('give one consultation the same identifiant, keys and values', () => {
    const [row, rss] = [byRow(item), byRss(item)];
    expect(rss).toEqual({ ...row, content: { ...row.content, budget: null, nb_lots: null } });
    expect(row.content).toMatchObject({
      titre: item.titre,
      budget: 1_250_000.5,
      nb_lots: 2,
      acheteur: { nom: "VILLE D'ARRAS (MAIRIE)", departement: '62' },
      lieu_execution: { departements: ['62', '2A'] },
    });
  });

  test('the address is the public one and carries the key that notices of other sources cite, wherever it was read', () => {
    expect(byRow(item)).toMatchObject({
      keys: { consultations: ['marches-publics.gouv.fr|812345'] },
      content: { lien_source: 'https://www.marches-publics.gouv.fr/entreprise/consultation/812345?orgAcronyme=a1b' },
    });
  });

  test('a deadline without a time is the end of its day', () => {
    const day = itemOf(1, { limite: { jour: '2026-12-20', heure: null } });
    expect(byRow(day).content.date_limite).toBe('2026-12-20T22:59:59Z');
    expect(byRss(day).content.date_limite).toBe('2026-12-20T22:59:59Z');
  });

  test('what they do not show is null', () => {
    const bare = itemOf(1, {
      reference: null,
      objet: null,
      acheteur: { nom: 'SIVOM', code_postal: null, ville: null, siret: null },
      type_marche: null,
      procedure: null,
      limite: null,
      departements: [],
    });
    for (const { keys, content, anomalies } of [byRow(bare), byRss(bare)]) {
      expect(anomalies).toEqual([]);
      expect(keys.reference_acheteur).toBeNull();
      expect(content).toMatchObject({
        description: null,
        budget: null,
        date_limite: null,
        type_marche: null,
        procedure: null,
        acheteur: { nom: 'SIVOM', siret: null, departement: null },
        nb_lots: null,
        lieu_execution: null,
      });
    }
  });
});

describe('the simulated portals, read by the real adapter', () => {
  const timeline = createTimeline({ seed: 11, size: 3000, start: new Date(NOW), growthSeconds: 0 });
  const listings = listingsOf(timeline);

  test.each(PORTALS)('%s: items are accepted, with what it shows', (source) => {
    const items = [...listings.open(source, NOW)].slice(0, 40);
    expect(items.length).toBeGreaterThan(5);
    for (const item of items) {
      for (const read of [byRow(item), byRss(item)]) {
        expect([read.source, read.identifiant]).toEqual([source, identifiantOf(item)]);
        expect(read.anomalies).toEqual([]);
        expect(read.date_publication).not.toBeNull();
        expect(read.content.date_limite === null).toBe(item.limite === null);
        expect(read.content.type_marche).toBe(item.type_marche);
        expect(read.content.lieu_execution?.departements ?? []).toEqual([...item.departements]);
      }
    }
  });
});

import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { AvisDetail, AvisRetire } from '#contract/avis';
import { avisId } from '#avis/fold/identity';
import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { createDataSource } from '#platform/database/data-source';
import { createHttpGateway } from '#platform/http/client';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { simulatedAddresses } from '#sources/addresses';
import { collectorOf, normaliserOf } from '#sources/adapters';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import type { Gazette } from '../../feeds/timeline.js';
import { awards, type ExpectedAvis, expectedAvis } from '../testing/expected-avis.js';

jest.setTimeout(180_000);

const NOW = new Date('2026-11-21T10:00:00Z');
const SINCE = '2026-01-01';
const BATCH = 500;
const clock = { now: () => NOW };

/** What the service makes of the feeds is what the feeds were made of: nothing lost, nothing added, nothing changed. */
describe.each([
  ['boamp', 20_261_121],
  ['ted', 20_261_121],
  ['boamp', 77],
  ['ted', 77],
] as const)('%s alone, of 2,000 publications of the two gazettes, seed %i', (source, seed) => {
  let database: TestDatabase;
  let db: DataSource;
  let feeds: Feeds;
  let expected: ExpectedAvis[];
  const served = new Map<string, { statut: string; detail: AvisDetail }>();

  beforeAll(async () => {
    database = await createTestDatabase();
    db = createDataSource({ url: database.url, entities: AVIS_ENTITIES, poolSize: 5, applicationName: 'truth' });
    await db.initialize();
    feeds = await createFeeds({ seed, size: 7392, now: () => NOW });
    await collectAll(db, feeds.url, [source]);
    while ((await normaliseBatch(db, normaliserOf, BATCH)).done > 0);
    while ((await matchBatch(db, { limit: BATCH })).done > 0);
    while ((await projectBatch(db, { clock, limit: BATCH, siteUrl: 'https://exemple.fr' })).done > 0);
    const { rows } = await database.pool.query<{ id: string; statut: string; detail: string }>(
      'select id, statut, detail from read.avis',
    );
    for (const { id, statut, detail } of rows) served.set(id, { statut, detail: JSON.parse(detail) as AvisDetail });
    expected = expectedAvis(feeds.timeline, NOW.getTime()).filter((one) => one.source === source);
  });
  afterAll(async () => {
    await feeds.close();
    await db.destroy();
    await database.close();
  });

  test('every notice is served once, under the id of its initial publication; another id only says which replaced it', () => {
    const ids = new Set(expected.map(({ source, racine }) => avisId(source, racine)));
    expect(ids.size).toBe(expected.length);
    expect(expected.filter(({ source, racine }) => !served.has(avisId(source, racine)))).toEqual([]);
    const others = [...served.values()].filter(({ detail }) => !ids.has(detail.id));
    expect(others.filter(({ detail }) => !ids.has((detail as unknown as AvisRetire).canonique_id ?? ''))).toEqual([]);
    expect(expected.length).toBeGreaterThan(300);
  });

  test('each is open or closed as its whole chain says', () => {
    const wrong = expected.filter(
      ({ source, racine, statut }) => served.get(avisId(source, racine))?.statut !== statut,
    );
    expect(wrong.map(({ source, racine, statut }) => `${source} ${racine} should be ${statut}`)).toEqual([]);
  });

  test('every field says what the procedure is', () => {
    const faults = expected.flatMap(({ source, racine, detail }) => {
      const found = served.get(avisId(source, racine))?.detail;
      return Object.entries(detail).flatMap(([champ, value]) => {
        const got = found?.[champ as keyof AvisDetail];
        return matches(got, value)
          ? []
          : [`${source} ${racine} ${champ}: ${JSON.stringify(got)}, not ${JSON.stringify(value)}`];
      });
    });
    expect(faults.slice(0, 20)).toEqual([]);
  });

  test('every award notice is kept as such, none is lost', async () => {
    const { rows } = await database.pool.query<{ source: string; n: number }>(
      'select source, count(*)::int as n from write.attribution group by source',
    );
    expect(rows).toEqual([{ source, n: awards(feeds.timeline, NOW.getTime(), source) }]);
    const rejected = await database.pool.query('select reason, detail from write.rejection');
    expect(rejected.rows).toEqual([]);
  });
});

function matches(got: unknown, value: unknown): boolean {
  try {
    expect(got).toEqual(value);
    return true;
  } catch {
    return false;
  }
}

async function collectAll(db: DataSource, feedsUrl: string, sources: readonly Gazette[]): Promise<void> {
  const gateway = createHttpGateway({ userAgent: 'test', timeoutMs: 10_000, maxBytes: 50_000_000, attempts: 1 });
  const { signal } = new AbortController();
  const addresses = simulatedAddresses(feedsUrl);
  for (const source of sources) {
    const collect = collectorOf(source, addresses[source]!, `${feedsUrl}/ted`);
    const context = { http: gateway.client(signal), position: null, since: SINCE, now: NOW, signal };
    for await (const batch of collect(context)) {
      expect(batch.faults).toEqual([]);
      await archiveBatch(db, source, batch);
    }
  }
  await gateway.close();
}

import type { DataSource } from 'typeorm';
import { explain, type Explained } from '#avis/read/testing/explain';
import { insertManyNotices } from '#avis/read/testing/many-notices';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { backlogs } from './backlogs.js';
import { lastClusters } from './last-clusters.js';
import { DAYS, publicationsPerDay } from './publications-per-day.js';
import { lastRejections, rejectionCounts, WINDOW } from './rejections.js';
import { serviceState } from './service-state.js';
import { usagePerDay } from './usage.js';

/** The promise: whoever looks does not slow whoever works. No query of the console reads what grows for ever whole. */
const NOTICES = 20_000;
/** Of 40 days: the last version is of now. */
const EVERY_SECONDS = (40 * 86_400) / NOTICES;
const GROWING: ReadonlySet<string> = new Set(['avis', 'cluster', 'link', 'document', 'rejection', 'usage']);
const REJECTIONS = 3 * WINDOW;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await insertManyNotices(pool, NOTICES, EVERY_SECONDS);
  await pool.query(
    `insert into write.cluster (avis_id, cluster_id)
     select id, (array_agg(id) over (order by version rows between 1 preceding and current row))[1] from read.avis`,
  );
  await pool.query(
    `insert into write.document (source, identifiant, format, hash, url, body)
     select 'boamp', n::text, 'boamp-json', '', '', '' from generate_series(1, $1::int) n`,
    [REJECTIONS],
  );
  await pool.query(
    `insert into write.rejection (document_id, source, reason, detail) select id, 'boamp', 'malformed', '' from write.document`,
  );
  await pool.query(
    `insert into access.usage (jour, route, statut, requetes)
     select current_date - d, r::text, 200, 1 from generate_series(0, 999) d, generate_series(1, 20) r`,
  );
  await pool.query('vacuum analyze read.avis, write.cluster, write.document, write.rejection, access.usage');
}, 120_000);
afterAll(() => database.close());

/** What the one query that a function asks does. */
async function explained(ask: (db: DataSource) => Promise<unknown>): Promise<Explained> {
  const asked: { text: string; values: unknown[] }[] = [];
  const query = (text: string, values: unknown[] = []) => {
    asked.push({ text, values });
    return Promise.resolve([{}]);
  };
  await ask({ query } as unknown as DataSource);
  expect(asked).toHaveLength(1);
  return explain(database.pool, asked[0]!);
}

test.each<[string, (db: DataSource) => Promise<unknown>, number]>([
  ['notices a day', publicationsPerDay, (NOTICES * (DAYS + 4)) / 40],
  ['the state of the service', serviceState, NOTICES / 5],
  ['the last groups', lastClusters, 1_000],
  ['rejections by reason', rejectionCounts, WINDOW],
  ['the last rejections', (db) => lastRejections(db, 'ted', null), WINDOW],
  ['requests a day', (db) => usagePerDay(db, DAYS), DAYS * 20],
  ['backlogs', backlogs, 0],
])('%s', async (_, ask, most) => {
  const { visited, scanned } = await explained(ask);
  expect(visited).toBeLessThanOrEqual(most);
  expect(scanned.filter((table) => GROWING.has(table))).toEqual([]);
});

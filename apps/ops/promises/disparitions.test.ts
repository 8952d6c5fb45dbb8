import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import type { HeldDisappearance } from '#avis/write/held-disappearances';
import type { InventoryOutcome } from '#avis/write/inventory';
import { massClosings } from '#avis/write/mass-closings';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { refreshSources } from '#avis/write/refresh-sources';
import type { ReplayReport } from '#avis/write/replay/report';
import type { QualityReport } from '#avis/quality/report';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { HttpFault, type Position, type RawDocument } from '#sources/adapter';
import { normaliserOf } from '#sources/adapters';
import { collectAtexo } from '#sources/atexo/collect';
import { itemOf } from '../../feeds/atexo/testing/item.js';
import { BASE, type Portal, portalOf } from '../../feeds/atexo/testing/portal.js';
import type { Item } from '../../feeds/listing/item.js';
import { ops, opsJson } from '../testing/ops.js';

jest.setTimeout(120_000);

const SITE_URL = 'https://exemple.fr';
const DAY_MS = 86_400_000;
const NOTICES = 40;

let database: TestDatabase;
let db: DataSource;
let env: NodeJS.ProcessEnv;
let portal: Portal;
let position: Position | null;
let all: Item[];
/** What a client that synchronises holds: id to statut, and the version it stands at. */
let mirror: { rows: Map<string, string>; version: string };

beforeEach(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: AVIS_ENTITIES, poolSize: 3, applicationName: 'test' });
  await db.initialize();
  env = { ...process.env, DATABASE_URL: database.url, SITE_URL };
  const jour = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const publie = Date.now() - DAY_MS;
  all = Array.from({ length: NOTICES }, (_, index) =>
    itemOf(1000 + index, { limite: { jour, heure: '12:00' }, publie, modifie: publie }),
  );
  portal = portalOf(all);
  position = null;
  mirror = { rows: new Map(), version: '1970-01-01' };
  await walk();
  await database.pool.query('update read.state set loading = false');
  await synchronise();
  expect(retired()).toBe(0);
  expect(mirror.rows.size).toBe(NOTICES);
});
afterEach(async () => {
  await db.destroy();
  await database.close();
});

/** One run of the collection, all that follows, and the client's next look. @returns what its inventory made. */
async function walk(): Promise<InventoryOutcome | null> {
  let outcome: InventoryOutcome | null = null;
  const signal = new AbortController().signal;
  const context = { http: portal.http, position, since: '2026-01-01', now: new Date(), signal };
  for await (const batch of collectAtexo('place', BASE)(context)) {
    outcome = (await archiveBatch(db, 'place', batch)).inventory ?? outcome;
    position = batch.position;
  }
  await work();
  return outcome;
}

/** The rows that the list shows, not archived. */
async function rowsOf(): Promise<RawDocument[]> {
  const rows: RawDocument[] = [];
  const signal = new AbortController().signal;
  const context = { http: portal.http, position: null, since: '2026-01-01', now: new Date(), signal };
  for await (const { documents } of collectAtexo('place', BASE)(context)) rows.push(...documents);
  return rows;
}

async function work(): Promise<void> {
  while ((await normaliseBatch(db, normaliserOf, 500)).done > 0);
  while ((await matchBatch(db, { limit: 500 })).done > 0);
  while ((await projectBatch(db, { clock: systemClock, limit: 500, siteUrl: SITE_URL })).done > 0);
  await synchronise();
}

/** @returns ids that changed since the last look. */
async function synchronise(): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string; statut: string; version: string; motif: string | null }>(
    `select id, statut, version::text, detail::json ->> 'motif_retrait' as motif from read.avis
     where version > $1 order by version`,
    [mirror.version],
  );
  for (const { id, statut, motif } of rows) mirror.rows.set(id, motif ?? statut);
  mirror.version = rows.at(-1)?.version ?? mirror.version;
  return rows.map(({ id }) => id);
}

const retired = () => [...mirror.rows.values()].filter((statut) => statut === 'supprime').length;

test('what two inventories in a row lack is retired, survives a replay, and is served again when shown again', async () => {
  portal.items = all.slice(3);
  expect(await walk()).toMatchObject({ open: 40, missing: 3, retired: 0, held: null });
  expect(retired()).toBe(0);
  expect(await walk()).toMatchObject({ retired: 3 });
  expect(retired()).toBe(3);
  expect(await walk()).toMatchObject({ open: 37, missing: 0, retired: 0 });

  const report = await opsJson<QualityReport>(['qualite', '--source', 'place'], env);
  expect(report.mois.reduce((sum, row) => sum + row.disparus, 0)).toBe(3);
  expect(report.mois.find((row) => row.initiales > 0)?.remplissage).toMatchObject({ titre: 1, 'acheteur.siret': 0 });

  const replay = await opsJson<ReplayReport>(['rejouer'], env);
  expect(replay.avis).toEqual({ added: 0, changed: 0, gone: 0, filters: 0, failed: 0, waiting: 0 });
  await opsJson(['rejouer', 'appliquer'], env);
  await work();
  expect(retired()).toBe(3);

  portal.items = all;
  expect(await walk()).toMatchObject({ back: 3 });
  expect(retired()).toBe(0);
  expect([...mirror.rows.values()].filter((statut) => statut === 'ouvert')).toHaveLength(NOTICES);
});

test('absent once and shown again is nothing', async () => {
  portal.items = all.slice(3);
  await walk();
  portal.items = all;
  await walk();
  portal.items = all.slice(3);
  expect(await walk()).toMatchObject({ missing: 3, retired: 0 });
  expect(retired()).toBe(0);
});

test('a new document brings a retired notice back, whatever the list lacks', async () => {
  portal.items = all.slice(1);
  await walk();
  expect(await walk()).toMatchObject({ retired: 1 });
  const [gone] = await db.query<{ identifiant: string; url: string }[]>(
    `select identifiant, url from write.document d where identifiant = (
       select a.racine from write.disparition g join write.avis a on a.id = g.avis_id)`,
  );
  portal.items = [{ ...itemOf(all[0]?.numero ?? 0), limite: all[0]?.limite ?? null, titre: 'Intitulé rectifié' }];
  const [row] = await rowsOf();
  expect(row?.identifiant).toBe(gone?.identifiant);
  await archiveBatch(db, 'place', { documents: row ? [row] : [], position: {}, faults: [], progress: null });
  await work();
  expect(retired()).toBe(0);
  expect(await db.query('select from write.disparition')).toEqual([]);
});

test('half of the list gone is held until the operator confirms', async () => {
  portal.items = all.slice(20);
  await walk();
  expect(await walk()).toMatchObject({ missing: 20, retired: 0, held: { absents: 20, isNew: true } });
  expect(await walk()).toMatchObject({ held: { absents: 20, isNew: false } });
  expect(retired()).toBe(0);
  expect(await opsJson<HeldDisappearance[]>(['disparitions'], env)).toMatchObject([
    { source: 'place', ouverts: 40, absents: 20, exemples: [{}, {}, {}] },
  ]);
  await refreshSources(db, { dueAfterSeconds: new Map() });
  const listed = await opsJson<{ code: string; disparitions_retenues: number }[]>(['source', 'lister'], env);
  expect(listed.find(({ code }) => code === 'place')?.disparitions_retenues).toBe(20);

  expect(await opsJson(['disparitions', 'confirmer', 'place'], env)).toEqual({ source: 'place', avis: 20 });
  await work();
  expect(retired()).toBe(20);
  expect(await opsJson(['disparitions'], env)).toEqual([]);
  portal.items = all.slice(22);
  await walk();
  expect(await walk()).toMatchObject({ retired: 2, held: null });
});

test('dismissed, it stays served until the source shows it and loses it again', async () => {
  portal.items = all.slice(20);
  await walk();
  await walk();
  expect(await opsJson(['disparitions', 'ecarter', 'place'], env)).toEqual({ source: 'place', avis: 20 });
  expect(await ops(['disparitions', 'ecarter', 'place'], env)).toMatchObject({ code: 1 });
  expect(await walk()).toMatchObject({ missing: 20, retired: 0, held: null });
  expect(retired()).toBe(0);
  portal.items = all;
  await walk();
  portal.items = all.slice(2);
  await walk();
  expect(await walk()).toMatchObject({ retired: 2 });
});

test('a list that is suddenly empty is held', async () => {
  portal.items = [];
  await walk();
  expect(await walk()).toMatchObject({ retired: 0, held: { absents: NOTICES } });
  expect(retired()).toBe(0);
});

test('a portal that is down, or answers an error page, says nothing of what is open', async () => {
  portal.before = () => {
    throw new HttpFault('status', 'answered 503', 503);
  };
  for (let run = 0; run < 3; run += 1) await walk().catch(() => null);
  portal.before = () => ({ status: 200, type: 'text/html', body: Buffer.from('<html><h1>Maintenance</h1></html>') });
  for (let run = 0; run < 3; run += 1) await walk().catch(() => null);
  expect(retired()).toBe(0);
  expect(await db.query('select from write.disparition')).toEqual([]);
});

test('a source that closes more than a fifth of its open notices ahead of their deadlines is told of', async () => {
  expect(await massClosings(db, new Date())).toEqual([]);
  const close = (count: number) =>
    database.pool.query(
      `update read.avis set statut = 'clos', version = clock_timestamp() where id in (
         select id from read.avis where statut = 'ouvert' order by id limit $1)`,
      [count],
    );
  for (let one = 0; one < 8; one += 1) await close(1);
  expect(await massClosings(db, new Date())).toEqual([]);
  await close(1);
  expect(await massClosings(db, new Date())).toEqual([{ source: 'place', closed: 9, open: 31 }]);
});

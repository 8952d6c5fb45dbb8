import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { batchOf, normaliserOf, publication } from '#avis/testing/publications';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { archiveBatch } from '../archive.js';
import { AVIS_ENTITIES } from '../entities/entities.js';
import { matchBatch } from '../match/match-batch.js';
import { normaliseBatch } from '../normalise.js';
import { projectBatch } from '../project.js';
import { type Declaration, declareRestoration, UnsafeDeclaration } from './declare.js';
import { restamp } from './restamp.js';
import { lastRestoration, lastTraces } from './restoration.js';
import type { Witnessed } from './witness.js';

jest.setTimeout(60_000);

const NOTICES = 60;

let database: TestDatabase;
let db: DataSource;
beforeEach(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: AVIS_ENTITIES, poolSize: 4, applicationName: 'test' });
  await db.initialize();
  await database.pool.query('update read.state set loading = false');
  await publish('Toiture');
});
afterEach(async () => {
  await db.destroy();
  await database.close();
});

async function publish(titre: string, count = NOTICES): Promise<void> {
  const publications = Array.from({ length: count }, (_, n) =>
    publication(`26-${n}`, { content: { titre: `${titre} ${n}` } }),
  );
  await archiveBatch(db, 'boamp', batchOf(publications));
  while ((await normaliseBatch(db, normaliserOf, 500)).done > 0);
  while ((await matchBatch(db, { limit: 500 })).done > 0);
  while ((await projectBatch(db, { clock: systemClock, limit: 500, siteUrl: 'https://exemple.fr' })).done > 0);
}

interface Row {
  id: string;
  version: string;
  liste: string;
  detail: string;
}

async function served(): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    `select id, to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version, liste, detail
     from read.avis a order by a.version`,
  );
  return rows;
}

function declaration(given: Partial<Declaration> = {}): Declaration {
  return {
    point: null,
    perte: null,
    marginSeconds: 600,
    temoin: null,
    temoinEntier: false,
    despiteWorkers: false,
    simulate: false,
    ...given,
  };
}

async function stampAll(limit = 25): Promise<void> {
  await restamp(db, { limit, signal: new AbortController().signal, onProgress: () => undefined });
}

async function* these(witnessed: Witnessed[]): AsyncGenerator<Witnessed> {
  await Promise.resolve();
  yield* witnessed;
}

function withoutVersion({ liste, detail }: Row): unknown[] {
  return [liste, detail].map((text) => ({ ...(JSON.parse(text) as object), version: null }));
}

test('everything gets a version above the floor, its form the same, and its history says why', async () => {
  const before = await served();
  const { plancher } = await declareRestoration(db, declaration());
  await stampAll();
  const after = await served();
  expect(after.every(({ version }) => version > plancher)).toBe(true);
  expect(new Set(after.map(({ version }) => version)).size).toBe(NOTICES);
  for (const row of after) {
    expect(withoutVersion(row)).toEqual(withoutVersion(before.find(({ id }) => id === row.id)!));
    expect([row.liste, row.detail].map((text) => (JSON.parse(text) as Row).version)).toEqual([
      row.version,
      row.version,
    ]);
  }
  const { rows } = await database.pool.query(
    `select count(*)::int as n from write.historique where reason = 'restored' and champs = '{}'`,
  );
  expect(rows).toEqual([{ n: NOTICES }]);
});

test('stopped in its middle it goes on behind its last batch; what was published meanwhile keeps its version', async () => {
  const { plancher } = await declareRestoration(db, declaration());
  const stop = new AbortController();
  const done = await restamp(db, { limit: 10, signal: stop.signal, onProgress: () => stop.abort() });
  expect(done).toBe(false);
  expect(await lastRestoration(db.manager)).toMatchObject({ retimbres: 10, retimbree_le: null });
  await publish('Corrigé', 30);
  const corrected = (await served()).slice(-30).map(({ version }) => version);
  await stampAll();
  const after = await served();
  expect(after.every(({ version }) => version > plancher)).toBe(true);
  expect(after.map(({ version }) => version)).toEqual(expect.arrayContaining(corrected));
  expect((await lastRestoration(db.manager))?.retimbree_le).toBeInstanceOf(Date);
});

test('stamps and publications at once: every version is unique and above what was given before it', async () => {
  await declareRestoration(db, declaration());
  await Promise.all([stampAll(5), publish('Corrigé')]);
  const { rows } = await database.pool.query<{ last: boolean; unique: boolean }>(
    `select (select last_version from read.state) >= max(version) as last, count(*) = count(distinct version) as unique
     from write.historique`,
  );
  expect(rows).toEqual([{ last: true, unique: true }]);
  expect((await served()).every(({ liste }) => liste.includes('Corrigé'))).toBe(true);
});

test('a loss that no walk was told of raises the floor alone', async () => {
  const before = await served();
  const { tout } = await lastTraces(db.manager);
  const restoration = await declareRestoration(db, declaration({ perte: tout }));
  expect(restoration).toMatchObject({ portee: 'rien', a_retimbrer: 0 });
  expect(await served()).toEqual(before);
  await publish('Corrigé', 1);
  expect((await served()).at(-1)!.version > restoration.plancher).toBe(true);
});

test('a whole witness: what it contradicts is stamped, what it alone knows is waited for', async () => {
  const [first, second] = await served();
  const orphan = '00000000-0000-5000-8000-000000000000';
  const newer = (await served()).at(-1)!.version;
  const temoin = these([
    { id: first!.id, version: first!.version, source: 'boamp' },
    { id: second!.id, version: newer, source: 'boamp' },
    { id: orphan, version: newer, source: 'boamp' },
    { id: orphan.replace('5000', '5001'), version: newer, source: null },
  ]);
  const restoration = await declareRestoration(db, declaration({ temoin, temoinEntier: true }));
  expect(restoration).toMatchObject({ portee: 'temoin', a_retimbrer: 1, orphelins: 1 });
});

test('simulated, it says what it would do and does nothing', async () => {
  const before = await served();
  expect(await declareRestoration(db, declaration({ simulate: true }))).toMatchObject({ a_retimbrer: NOTICES });
  expect(await lastRestoration(db.manager)).toBeNull();
  expect(await served()).toEqual(before);
});

test('declared again before all is told, it tells all again', async () => {
  await declareRestoration(db, declaration());
  const { tout } = await lastTraces(db.manager);
  expect(await declareRestoration(db, declaration({ perte: tout }))).toMatchObject({
    portee: 'tout',
    a_retimbrer: NOTICES,
  });
});

test('refuses a loss before the last trace, a loss to come, and a clock that is behind', async () => {
  const hourAgo = new Date(Date.now() - 3_600_000);
  const refused = (given: Partial<Declaration>) => expect(declareRestoration(db, declaration(given))).rejects;
  await refused({ perte: hourAgo }).toThrow(/say --point/);
  await refused({ perte: hourAgo, point: new Date() }).toThrow(UnsafeDeclaration);
  await refused({ perte: new Date(Date.now() + 3_600_000) }).toThrow(/future/);
  const ahead = { id: (await served())[0]!.id, version: '2999-01-01T00:00:00.000000Z', source: 'boamp' };
  await refused({ temoin: these([ahead]) }).toThrow(/clock/);
  expect(await lastRestoration(db.manager)).toBeNull();
});

test('refuses while workers run, unless told otherwise', async () => {
  const worker = createDataSource({ url: database.url, entities: [], poolSize: 1, applicationName: 'marches-worker' });
  await worker.initialize();
  await worker.query('select 1');
  await expect(declareRestoration(db, declaration())).rejects.toThrow(/stop them/);
  expect(await declareRestoration(db, declaration({ despiteWorkers: true }))).toMatchObject({ a_retimbrer: NOTICES });
  await worker.destroy();
});

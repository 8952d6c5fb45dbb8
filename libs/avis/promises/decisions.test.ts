import pg from 'pg';
import { avisId } from '../fold/identity.js';
import { walkAvis } from '../read/walk.js';
import type { Walk } from '../read/walked.js';
import { normaliserOf, publication } from '../testing/publications.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { deleteAvis } from '../write/delete-avis.js';
import { refreshSources } from '../write/refresh-sources.js';
import { replay } from '../write/replay.js';
import { CutUnderWay, cutSource, restoreSource } from '../write/source-state.js';

/** What operators decide: at once for lists, one stamp for each notice, obeyed by replays. */
let world: World;
let pool: pg.Pool;
beforeAll(async () => {
  world = await createWorld();
  pool = new pg.Pool({ connectionString: world.database.apiUrl, max: 1 });
  await world.database.pool.query('update read.state set loading = false');
});
afterAll(async () => {
  await pool.end();
  await world.close();
});
beforeEach(async () => {
  await world.reset();
  await world.database.pool.query('truncate read.source');
  await world.ingest([
    publication('26-1'),
    publication('26-2', { content: { budget: 5 } }),
    publication('7', { source: 'ted' }),
  ]);
});

const id = (identifiant: string, source = 'boamp') => avisId(source, identifiant);
type Item = Record<string, unknown> & { id: string };

async function walk(options: Partial<Walk> = {}): Promise<Item[]> {
  const filters = { source: ['boamp', 'ted'], ...options.filters };
  const { items } = await walkAvis(pool, { per_page: 100, marginSeconds: 0, statut: 'tous', ...options, filters });
  return JSON.parse(`[${items.toString()}]`) as Item[];
}
const since = (filters: Partial<Walk['filters']> = {}) =>
  walk({ updated_since: '2000-01-01T00:00:00.000000Z', filters: filters as Walk['filters'] });
const ids = (items: Item[]) => items.map((item) => item.id).sort();
const stamps = async () =>
  (await world.database.pool.query<{ n: number }>('select count(*)::int as n from write.historique')).rows[0]!.n;
const replayed = async () =>
  (await replay(world.db, { normaliserOf, clock: world.clock, limit: 10, siteUrl: SITE_URL })).published;

test('a cut leaves lists at once, then each notice is retired with one stamp; a restore reverses it', async () => {
  const before = await world.served();
  await expect(cutSource(world.db, 'boamp', 'essai')).resolves.toEqual({ changed: true, queued: 2 });
  expect(ids(await walk())).toEqual([id('7', 'ted')]);
  expect(ids(await since())).toEqual([id('7', 'ted')]);
  await expect(world.projectAll()).resolves.toBe(2);
  const told = await since();
  expect(told.filter((item) => item['statut'] === 'retire')).toHaveLength(2);
  expect(told.find((item) => item.id === id('26-1'))).toMatchObject({
    motif_retrait: 'source_coupee',
    canonique_id: null,
  });

  await expect(cutSource(world.db, 'boamp', null)).resolves.toEqual({ changed: false, queued: 0 });
  await expect(restoreSource(world.db, 'boamp', null)).resolves.toEqual({ changed: true, queued: 2 });
  await expect(world.projectAll()).resolves.toBe(2);
  expect(await world.served()).toEqual(before);
  expect(await stamps()).toBe(3 + 2 + 2);
});

test('retired notices are found by the values they were last served with', async () => {
  await cutSource(world.db, 'boamp', null);
  await world.projectAll();
  expect(ids(await since({ budget_max: 10 }))).toEqual([id('26-2')]);
  expect(ids(await since({ source: ['boamp'] }))).toEqual([id('26-1'), id('26-2')].sort());
});

test('a restore waits until its cut is applied: a client in between would never be told', async () => {
  await cutSource(world.db, 'boamp', null);
  await expect(restoreSource(world.db, 'boamp', null)).rejects.toEqual(new CutUnderWay(2));
  await world.projectAll();
  await expect(restoreSource(world.db, 'boamp', null)).resolves.toMatchObject({ changed: true });
});

test('what a cut source publishes is kept and served once it is restored', async () => {
  await cutSource(world.db, 'boamp', null);
  await world.projectAll();
  await world.ingest([publication('26-1', { content: { titre: 'Corrigé' } }), publication('26-3')]);
  // Nobody ever saw the new one: it gets no retired form.
  expect(ids(await since())).toEqual([id('26-1'), id('26-2'), id('7', 'ted')].sort());
  await restoreSource(world.db, 'boamp', null);
  await world.projectAll();
  const served = await world.served();
  expect(served[id('26-1')]?.liste['titre']).toBe('Corrigé');
  expect(served[id('26-3')]?.liste['statut']).toBe('ouvert');
});

test('the state that /sources shows is not undone by its refresh', async () => {
  const coupee = async () =>
    (await world.database.pool.query(`select coupee from read.source where code = 'boamp'`)).rows[0] as unknown;
  await cutSource(world.db, 'boamp', null);
  await refreshSources(world.db, { dueAfterSeconds: new Map() });
  expect(await coupee()).toEqual({ coupee: true });
});

test('replays obey cuts and deletions, without a new version', async () => {
  await deleteAvis(world.db, id('26-2'), 'essai');
  await cutSource(world.db, 'ted', null);
  await world.projectAll();
  const before = await world.served();
  expect(before[id('26-2')]?.liste['motif_retrait']).toBe('supprime');
  expect(before[id('7', 'ted')]?.liste['motif_retrait']).toBe('source_coupee');
  await expect(replayed()).resolves.toBe(0);
  expect(await world.served()).toEqual(before);
});

test('a duplicate of a deleted notice points nowhere', async () => {
  await world.ingest([publication('26-2', { kind: 'correction', whole: true, cites: ['26-1'] })]);
  expect((await world.served())[id('26-2')]?.liste).toMatchObject({
    motif_retrait: 'doublon',
    canonique_id: id('26-1'),
  });
  await deleteAvis(world.db, id('26-1'), 'essai');
  await world.projectAll();
  expect((await world.served())[id('26-2')]?.liste).toMatchObject({ motif_retrait: 'supprime', canonique_id: null });
});

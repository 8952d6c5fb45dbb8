import { archiveBatch } from '../write/archive.js';
import { refreshSources } from '../write/refresh-sources.js';
import { closeDue } from '../write/close-due.js';
import { finishLoading } from '../write/finish-loading.js';
import { avisId } from '../fold/identity.js';
import { batchOf, documentOf, publication } from '../testing/publications.js';
import { createWorld, type World } from '../testing/world.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const versions = async (): Promise<Record<string, string>> => {
  const { rows } = await world.database.pool.query<{ id: string; version: string }>(
    `select id, detail::json->>'version' as version from read.avis`,
  );
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]));
};

test('a document becomes a served notice', async () => {
  await world.ingest([publication('26-1')]);
  const id = avisId('boamp', '26-1');
  const { [id]: notice } = await world.served();
  expect(notice?.detail).toMatchObject({
    id,
    statut: 'ouvert',
    titre: 'Réfection de la toiture 26-1',
    completude: 100,
  });
  expect(Object.keys(notice!.liste)).not.toContain('lots');
});

test('the version is the last key, has six decimals and is that of the column', async () => {
  await world.ingest([publication('26-1')]);
  const { rows } = await world.database.pool.query<{ liste: string; version: string }>(
    `select liste, to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version from read.avis`,
  );
  expect(rows[0]?.version).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(rows[0]?.liste.endsWith(`,"version":"${rows[0].version}"}`)).toBe(true);
});

test('the same bytes twice are one document and stamp nothing', async () => {
  await world.ingest([publication('26-1')]);
  const before = await versions();
  await expect(archiveBatch(world.db, 'boamp', batchOf([publication('26-1')]))).resolves.toEqual({
    added: 0,
    changed: 0,
    known: 1,
    bytes: 0,
    first: null,
    last: null,
    inventory: null,
  });
  await world.ingest([publication('26-1')]);
  expect(await versions()).toEqual(before);
});

test('a record that goes back to an earlier state is served in that state', async () => {
  const titres = ['Réfection du toit', 'Réfection de la toiture', 'Réfection du toit'];
  for (const titre of titres) await world.ingest([publication('26-1', { content: { titre } })]);
  expect(Object.values(await world.served())).toMatchObject([{ liste: { titre: titres[2] } }]);
});

test('a document that changes nothing served stamps nothing', async () => {
  await world.ingest([publication('26-1')]);
  const before = await versions();
  await world.ingest([publication('26-1', { motif: 'not served' })]);
  expect(await versions()).toEqual(before);
  await world.ingest([publication('26-1', { content: { titre: 'Autre' } })]);
  expect(await versions()).not.toEqual(before);
});

test('rejected documents are rows with their reason and block no other', async () => {
  const odd = publication('26-3', { content: { titre: 'a\u0000b\uD800', description: null } });
  await archiveBatch(world.db, 'boamp', {
    ...batchOf([]),
    documents: [
      { ...documentOf(publication('26-1')), body: Buffer.from('"throw"') },
      { ...documentOf(publication('26-2')), body: Buffer.from('<html>') },
      documentOf(odd),
      documentOf(publication('26-4', { date_publication: '2026-02-31' })),
      documentOf(publication('26-5')),
    ],
  });
  await world.normaliseAll();
  await world.projectAll();
  const { rows } = await world.database.pool.query(
    'select reason, identifiant from write.rejection order by document_id',
  );
  expect(rows).toEqual([
    { reason: 'internal', identifiant: '26-1' },
    { reason: 'malformed', identifiant: '26-2' },
    { reason: 'internal', identifiant: '26-4' },
  ]);
  const served = await world.served();
  expect(Object.keys(served).sort()).toEqual([avisId('boamp', '26-3'), avisId('boamp', '26-5')].sort());
  expect(served[avisId('boamp', '26-3')]?.detail['titre']).toBe('ab\uFFFD');
});

test('a value that only the database refuses rejects its document alone', async () => {
  const publications = [publication('26-1'), publication('26-2', { content: { duree_mois: 1 } }), publication('26-3')];
  const huge = { ...publications[1]!, whole: 'neither' as unknown as boolean };
  await archiveBatch(world.db, 'boamp', batchOf([publications[0]!, huge, publications[2]!]));
  await world.normaliseAll();
  const { rows } = await world.database.pool.query('select reason, identifiant from write.rejection');
  expect(rows).toEqual([{ reason: 'internal', identifiant: '26-2' }]);
});

test('time closes a notice once, with one new version', async () => {
  await world.ingest([publication('26-1', { content: { date_limite: '2026-12-01T11:00:00Z' } })]);
  const id = avisId('boamp', '26-1');
  const before = await versions();
  await expect(closeDue(world.db, { clock: world.clock, limit: 10 })).resolves.toBe(0);
  world.clock.set('2026-12-01T11:00:00Z');
  await expect(closeDue(world.db, { clock: world.clock, limit: 10 })).resolves.toBe(1);
  await world.projectAll();
  const after = await versions();
  expect(after[id]! > before[id]!).toBe(true);
  expect((await world.served())[id]?.liste['statut']).toBe('clos');
  await expect(closeDue(world.db, { clock: world.clock, limit: 10 })).resolves.toBe(0);
  world.clock.set('2026-11-02T08:00:00Z');
});

test('the first load ends only when nothing is left to do', async () => {
  await archiveBatch(world.db, 'boamp', batchOf([publication('26-1')]));
  await expect(finishLoading(world.db)).resolves.toBe(false);
  await world.normaliseAll();
  await expect(finishLoading(world.db)).resolves.toBe(false);
});

test('read.source follows: all 18 sources, mean completeness of what is served, last day not to come', async () => {
  await world.ingest([
    publication('26-1', { date_publication: '2021-10-01' }),
    publication('26-2', { content: { budget: null }, date_publication: '2021-10-03' }),
    publication('26-3', { date_publication: '2999-01-01' }),
  ]);
  await refreshSources(world.db, { dueAfterSeconds: new Map([['boamp', 3600]]) });
  const { rows } = await world.database.pool.query(
    `select code, coupee, completude_moyenne::float, derniere_publication::text, due_at from read.source order by code = 'boamp' desc`,
  );
  expect(rows).toHaveLength(18);
  expect(rows[0]).toEqual({
    code: 'boamp',
    coupee: false,
    completude_moyenne: 96.7,
    derniere_publication: '2021-10-03',
    due_at: null,
  });
  await expect(refreshSources(world.db, { dueAfterSeconds: new Map([['boamp', 3600]]) })).resolves.toBe(0);
});

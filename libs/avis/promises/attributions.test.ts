import { jest } from '@jest/globals';
import fc from 'fast-check';
import type { AttributionServie } from '#contract/contrats';
import type { Publication } from '#sources/publication';
import { attributionId } from '../fold/identity.js';
import { someHistory } from '../testing/archive.js';
import { expectedAttributions, projectAllAttributions, servedAttributions } from '../testing/attributions.js';
import { publication } from '../testing/publications.js';
import { createWorld, type World } from '../testing/world.js';
import { projectAttributions } from '../write/project-attributions.js';

jest.setTimeout(120_000);

/** What the read table of award notices may be relied on for: it says what the facts say, whatever happened. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(() => world.reset());
afterAll(() => world.close());

const award = (identifiant: string, overrides: Parameters<typeof publication>[1] = {}): Publication =>
  publication(identifiant, { kind: 'attribution', ...overrides });

const projectAll = (limit?: number) => projectAllAttributions(world.db, limit);
const served = () => servedAttributions(world.database.pool);

const itemOf = async (identifiant: string, source = 'boamp') => {
  const row = (await served()).find(({ id }) => id === attributionId(source, identifiant));
  return row === undefined ? null : (JSON.parse(row.item) as AttributionServie);
};

test('an award notice is served with the fields of the contract and no other', async () => {
  await world.ingest([award('26-1'), publication('26-2')]);
  await projectAll();
  expect(await served()).toHaveLength(1);
  expect(await itemOf('26-1')).toEqual({
    id: attributionId('boamp', '26-1'),
    source: 'boamp',
    titre: 'Réfection de la toiture 26-1',
    budget: 120000,
    date_publication: '2026-10-01',
    cpv: '45261000',
    acheteur: { nom: 'Commune de Saint-Étienne', siret: '21420218300017', departement: '42' },
    lien_source: 'https://www.boamp.fr/avis/detail/26-1',
    licence: 'Licence Ouverte 2.0',
    mention: 'BOAMP – DILA, Licence Ouverte 2.0, données mises à jour le 01/10/2026',
  });
});

test('what a source does not say is null; a day to come is served as it is, an unknown one comes last', async () => {
  const acheteur = { nom: null, siret: null, departement: null };
  const nothing = { titre: null, budget: null, cpv: null, lien_source: null, acheteur };
  await world.ingest([
    award('26-1', { date_publication: null, content: nothing }),
    award('26-2', { date_publication: '2031-05-01' }),
  ]);
  await projectAll();
  expect(await itemOf('26-1')).toMatchObject({ ...nothing, date_publication: null });
  expect(await itemOf('26-2')).toMatchObject({ date_publication: '2031-05-01' });
  const { rows } = await world.database.pool.query(
    'select date_publication::text as jour from read.attribution order by date_publication desc',
  );
  expect(rows).toEqual([{ jour: '2031-05-01' }, { jour: '-infinity' }]);
});

test('a document that says another thing later changes the row; another kind removes it, and brings it back', async () => {
  await world.ingest([award('26-1')]);
  await projectAll();
  await world.ingest([award('26-1', { content: { titre: 'Autre' } })]);
  await projectAll();
  expect(await itemOf('26-1')).toMatchObject({ titre: 'Autre' });
  await world.ingest([publication('26-1')]);
  await projectAll();
  expect(await served()).toEqual([]);
  await world.ingest([award('26-1')]);
  await projectAll();
  expect(await itemOf('26-1')).toMatchObject({ titre: 'Réfection de la toiture 26-1' });
});

test('the same award twice writes nothing', async () => {
  await world.ingest([award('26-1')]);
  expect(await projectAll()).toBe(1);
  await world.ingest([award('26-1', { motif: 'another document' })]);
  expect(await projectAll()).toBe(0);
});

test('award notices of one procedure from two sources are both served', async () => {
  const keys = { ...publication('x').keys, procedure_uuid: 'a638ab6b-7005-48a9-a9c7-b91bfc6142f1' };
  await world.ingest([award('26-1', { keys }), award('47-1', { source: 'ted', keys })]);
  await projectAll();
  expect((await served()).map(({ source }) => source).sort()).toEqual(['boamp', 'ted']);
});

test('one that our own code fails on waits with its error, and holds nothing up', async () => {
  await world.ingest([award('26-1'), award('26-2')]);
  const bad = attributionId('boamp', '26-1');
  await world.database.pool.query(`update write.attribution set source = 'inconnue' where id = $1`, [bad]);
  expect(await projectAttributions(world.db, { limit: 10 })).toEqual({ done: 2, changed: 1, failed: 1 });
  expect(await projectAttributions(world.db, { limit: 10 })).toEqual({ done: 0, changed: 0, failed: 0 });
  const { rows } = await world.database.pool.query('select cle, attempts, error from write.a_recalculer');
  expect(rows).toEqual([{ cle: bad, attempts: 1, error: expect.stringContaining('inconnue') as unknown }]);
});

test('after any history, in batches of any size, the table is a whole render of the facts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(someHistory({ maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 5 }),
      async (histories, batch) => {
        await world.reset();
        for (const history of histories) {
          await world.ingest(history, batch);
          if (history.length % 2 === 0) await projectAll(batch);
        }
        await projectAll(batch);
        expect(await served()).toEqual(await expectedAttributions(world.database.pool));
      },
    ),
    { numRuns: 25 },
  );
});

test('facts that change while they are projected are projected again', async () => {
  await world.ingest([award('26-1')]);
  const holder = await world.database.pool.connect();
  try {
    // A projection under way: it has taken the work and read the facts.
    await holder.query('begin');
    await holder.query(`select from write.a_recalculer where objet = 'attribution' for update`);
    const ingested = world.ingest([award('26-1', { content: { titre: 'Autre' } })]);
    await waitingForLock();
    await holder.query(`delete from write.a_recalculer where objet = 'attribution'`);
    await holder.query('commit');
    await ingested;
  } finally {
    holder.release();
  }
  expect(await projectAll()).toBe(1);
  expect(await itemOf('26-1')).toMatchObject({ titre: 'Autre' });
});

async function waitingForLock(): Promise<void> {
  for (;;) {
    const { rows } = await world.database.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

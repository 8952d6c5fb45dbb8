import { jest } from '@jest/globals';
import { avisId } from '../fold/identity.js';
import { normaliserOf, publication } from '../testing/publications.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { cutSource } from '../write/source-state.js';
import { replay } from '../write/replay.js';

jest.setTimeout(120_000);

/** What the record of a buyer may rely on: notices tell whose they are, and who has no record yet gets one. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await world.reset();
  await world.database.pool.query('truncate read.acheteur');
});
afterAll(() => world.close());

const SIRET = '21420218300017';
const OTHER = '21690123100011';
const withoutSiret = { acheteur: { nom: 'Commune de Saint-Étienne', siret: null, departement: '42' } };

const siretOf = async (id: string): Promise<string | null | undefined> =>
  (
    await world.database.pool.query<{ acheteur_siret: string | null }>(
      'select acheteur_siret from read.avis where id = $1',
      [id],
    )
  ).rows[0]?.acheteur_siret;

const queued = async (): Promise<string[]> =>
  (
    await world.database.pool.query<{ cle: string }>(
      `select cle from write.a_recalculer where objet = 'acheteur' order by cle`,
    )
  ).rows.map(({ cle }) => cle);

test('a notice is found by the SIRET that it serves, of its own, borrowed or deduced', async () => {
  const keys = { ...publication('x').keys, procedure_uuid: 'a638ab6b-7005-48a9-a9c7-b91bfc6142f1' };
  await world.ingest([
    publication('26-1', { keys, content: withoutSiret }),
    publication('47-1', { source: 'ted', keys }),
    publication('26-2', { content: { titre: 'Entretien des espaces verts', ...withoutSiret } }),
  ]);
  const deduced = avisId('boamp', '26-2');
  expect(await siretOf(avisId('boamp', '26-1'))).toBe(SIRET);
  expect(await siretOf(deduced)).toBeNull();
  await world.database.pool.query('insert into write.siret_deduit (avis_id, siret) values ($1, $2)', [deduced, OTHER]);
  await world.database.pool.query(`insert into write.a_projeter (avis_id, reason) values ($1, 'deduction')`, [deduced]);
  await world.projectAll();
  expect(await siretOf(deduced)).toBe(OTHER);
  expect(await queued()).toEqual([SIRET, OTHER].sort());
});

test('a retired notice keeps the SIRET under which it was last served, and queues no buyer', async () => {
  await world.ingest([publication('26-1')]);
  await world.database.pool.query('truncate write.a_recalculer');
  await cutSource(world.db, 'boamp', null);
  await world.projectAll();
  expect(await siretOf(avisId('boamp', '26-1'))).toBe(SIRET);
  expect(await queued()).toEqual([]);
});

test('a buyer that has a record is not queued again', async () => {
  await world.database.pool.query(`insert into read.acheteur (siret, detail) values ($1, '{}')`, [SIRET]);
  await world.ingest([publication('26-1')]);
  expect(await queued()).toEqual([]);
});

test('a replay tells a SIRET that only the filters would have', async () => {
  await world.ingest([publication('26-1')]);
  await world.database.pool.query('update read.avis set acheteur_siret = null');
  await replay(world.db, { normaliserOf, clock: world.clock, limit: 10, siteUrl: SITE_URL });
  expect(await siretOf(avisId('boamp', '26-1'))).toBe(SIRET);
});

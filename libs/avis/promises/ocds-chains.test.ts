import type { RawDocument } from '#sources/adapter';
import { normaliseOcdsRelease } from '#sources/ocds/normalise';
import { avisId } from '../fold/identity.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { archiveBatch } from '../write/archive.js';
import { matchBatch } from '../write/match/match-batch.js';
import { normaliseBatch } from '../write/normalise.js';
import { projectBatch } from '../write/project.js';

/** The releases of one process, in whatever order its publisher's pages give them, end in the same served notice. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const OCID = 'ocds-k1ek0n-2026';
const ID = avisId('klekoon', OCID);
const parties = [{ id: '1', name: 'Ville de Die', roles: ['buyer'], address: { postalCode: '26150' } }];
const tender = { title: 'Voirie 2027', description: 'Réfection de chaussées', mainProcurementCategory: 'works' };
const until = (endDate: string) => ({ tenderPeriod: { endDate } });

const RELEASES: Record<string, object> = {
  tender: { id: '1', date: '2026-10-01', tag: ['tender'], parties, tender: { ...tender, ...until('2026-12-01') } },
  amendment: {
    ...{ id: '2', date: '2026-10-05', tag: ['tenderAmendment'], parties },
    tender: { ...tender, description: 'Réfection de chaussées et trottoirs', ...until('2026-12-10') },
  },
  update: { id: '3', date: '2026-10-06', tag: ['tenderUpdate'], tender: until('2026-12-20') },
  cancellation: { id: '4', date: '2026-10-09', tag: ['tenderCancellation'], tender: { status: 'cancelled' } },
};

function document(told: object & { id?: string }): RawDocument {
  const body = Buffer.from(JSON.stringify({ ocid: OCID, ...told }));
  return {
    source: 'klekoon',
    identifiant: `${OCID}/${told.id ?? ''}`,
    format: 'ocds-release',
    url: 'https://exemple.fr',
    body,
  };
}

function ingest(names: readonly string[]): Promise<void> {
  return ingestReleases(names.map((name) => RELEASES[name] ?? {}));
}

async function ingestReleases(releases: readonly object[]): Promise<void> {
  const documents = releases.map(document);
  await archiveBatch(world.db, 'klekoon', { documents, position: {}, faults: [], progress: null });
  while ((await normaliseBatch(world.db, () => normaliseOcdsRelease, 10)).done > 0);
  while ((await matchBatch(world.db, { limit: 10 })).done > 0);
  while ((await projectBatch(world.db, { clock: world.clock, limit: 10, siteUrl: SITE_URL })).done > 0);
}

function ordersOf(names: readonly string[]): string[][] {
  if (names.length <= 1) return [[...names]];
  return names.flatMap((name) => ordersOf(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));
}

test('tender, amendment, update and cancellation, one at a time in every order', async () => {
  for (const order of ordersOf(Object.keys(RELEASES))) {
    await world.reset();
    for (const name of order) {
      await ingest([name]);
      // From the first release that can be served on, there is this notice and no other.
      expect(Object.keys(await world.served()).filter((id) => id !== ID)).toEqual([]);
    }
    const { liste } = (await world.served())[ID] ?? {};
    expect({ order, ...liste }).toMatchObject({
      order,
      statut: 'clos',
      titre: 'Voirie 2027',
      description: 'Réfection de chaussées et trottoirs',
      date_limite: '2026-12-20T22:59:59Z',
      date_publication: '2026-10-01',
      acheteur: { nom: 'Ville de Die', siret: null, departement: '26' },
    });
  }
}, 180_000);

test('without its tender release, an amendment that restates the notice stands in for it; changes wait', async () => {
  await world.reset();
  await ingest(['update']);
  expect(await world.served()).toEqual({});
  await ingest(['amendment']);
  expect((await world.served())[ID]?.liste).toMatchObject({ statut: 'ouvert', date_limite: '2026-12-20T22:59:59Z' });
});

const change = (id: string, time: string, title: string) => ({
  ...{ id, date: `2026-10-05T${time}+02:00`, tag: ['tenderUpdate'] },
  tender: { title },
});
const restated = (id: string, date: string, title: string) => ({
  ...{ id, date, tag: ['tender'], parties },
  tender: { ...tender, title },
});

test('of two tender releases the later one is the state of the notice, whichever is archived first', async () => {
  const first = restated('1', '2020-10-01', 'Voirie 2021');
  const again = restated('9', '2020-10-08', 'Voirie 2022');
  for (const batches of [[[first], [again]], [[again], [first]], [[first, again]], [[again, first]]]) {
    await world.reset();
    for (const batch of batches) await ingestReleases(batch);
    const { liste } = (await world.served())[ID] ?? {};
    expect({ batches, ...liste }).toMatchObject({ batches, titre: 'Voirie 2022' });
  }
});

test('a tender release dated later than it was collected hides none that follows', async () => {
  await world.reset();
  await ingestReleases([restated('0', '2059-01-01', 'Voirie 2059')]);
  await ingest(['tender']);
  expect((await world.served())[ID]?.liste).toMatchObject({ titre: 'Voirie 2027' });
});

test('two changes of one day count in the order of their instants', async () => {
  await world.reset();
  await ingest(['tender']);
  await ingestReleases([change('a', '18:00:00', 'Voirie, le soir'), change('b', '09:00:00', 'Voirie, le matin')]);
  expect((await world.served())[ID]?.liste).toMatchObject({ titre: 'Voirie, le soir' });
});

test('the same releases again change nothing', async () => {
  await world.reset();
  await ingest(Object.keys(RELEASES));
  const before = await world.database.pool.query('select id, version, liste from read.avis');
  await ingest(Object.keys(RELEASES));
  expect((await world.database.pool.query('select id, version, liste from read.avis')).rows).toEqual(before.rows);
});

import { jest } from '@jest/globals';
import type { AttributionServie } from '#contract/contrats';
import type { Publication } from '#sources/publication';
import { attributionId } from '../fold/identity.js';
import { expectedAttributions, projectAllAttributions, servedAttributions } from '../testing/attributions.js';
import { normaliserOf, publication, readsPublications } from '../testing/publications.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import type { NormaliserOf } from '../write/normalise.js';
import { applyReplay } from '../write/replay/apply-replay.js';
import { rebuild, type ReplayOptions } from '../write/replay/rebuild.js';
import { reportOf } from '../write/replay/report.js';

jest.setTimeout(120_000);

/** What a replay of the archive makes of the award notices served: what it says differently, and nothing else. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await world.reset();
  await world.ingest(history());
  await projectAll();
});
afterAll(() => world.close());

const award = (identifiant: string, overrides: Parameters<typeof publication>[1] = {}): Publication =>
  publication(identifiant, { kind: 'attribution', ...overrides });
const history = (): Publication[] => [
  ...['26-1', '26-2', '26-3', '26-4'].map((one) => award(one)),
  award('47-1', { source: 'ted', date_publication: null }),
  publication('26-10'),
];

/** Another version of the normaliser. */
function reading(change: (one: Publication) => Publication): NormaliserOf {
  return () => (document) => {
    const normalised = readsPublications(document);
    return normalised.ok ? { ok: true, publication: change(normalised.publication) } : normalised;
  };
}
const otherTitles = reading((one) => ({ ...one, content: { ...one.content, titre: 'Autrement lu' } }));
const noAwards = reading((one) => (one.source === 'boamp' ? { ...one, kind: 'initial' } : one));

const optionsOf = (normalise: NormaliserOf): ReplayOptions => ({
  normaliserOf: normalise,
  clock: world.clock,
  limit: 2,
  siteUrl: SITE_URL,
});
const projectAll = () => projectAllAttributions(world.db, 2);
const served = () => servedAttributions(world.database.pool);
const report = async (normalise: NormaliserOf) =>
  (await reportOf(world.db.manager, await rebuild(world.db, {}, optionsOf(normalise)))).attributions;
const apply = (normalise: NormaliserOf) =>
  applyReplay(world.db, { ...optionsOf(normalise), despiteDisappearances: true });
const queued = async (): Promise<number> =>
  (
    await world.database.pool.query<{ n: number }>(
      `select count(*)::int as n from write.a_recalculer where objet = 'attribution'`,
    )
  ).rows[0]!.n;
const titles = async () => (await served()).map(({ item }) => (JSON.parse(item) as AttributionServie).titre);

test('read the same way nothing differs, and nothing is queued', async () => {
  const before = await served();
  expect(await report(normaliserOf)).toEqual({ added: 0, changed: 0, gone: 0 });
  await apply(normaliserOf);
  expect(await queued()).toBe(0);
  expect(await served()).toEqual(before);
});

test('read otherwise, what differs is told, and served once it is applied', async () => {
  const before = await served();
  expect(await report(otherTitles)).toEqual({ added: 0, changed: 5, gone: 0 });
  expect(await served()).toEqual(before);
  await apply(otherTitles);
  expect(await queued()).toBe(5);
  expect(await projectAll()).toBe(5);
  expect(new Set(await titles())).toEqual(new Set(['Autrement lu']));
});

test('what is no award notice any more is served no more; read as one again, it is back', async () => {
  expect(await report(noAwards)).toEqual({ added: 0, changed: 0, gone: 4 });
  await apply(noAwards);
  await projectAll();
  expect((await served()).map(({ id }) => id)).toEqual([attributionId('ted', '47-1')]);
  expect(await report(normaliserOf)).toEqual({ added: 4, changed: 0, gone: 0 });
  await apply(normaliserOf);
  await projectAll();
  expect(await served()).toHaveLength(5);
});

test('what arrives between the report and its application is served as the new facts say it', async () => {
  await report(otherTitles);
  await world.ingest([award('26-5'), publication('26-1')]);
  await apply(otherTitles);
  await projectAll();
  expect(await served()).toEqual(await expectedAttributions(world.database.pool));
  expect(new Set(await titles())).toEqual(new Set(['Autrement lu']));
  expect((await served()).map(({ id }) => id)).not.toContain(attributionId('boamp', '26-1'));
});

test('stopped while it queues them, calling it again ends it', async () => {
  await report(otherTitles);
  const original = world.db.query.bind(world.db);
  const spy = jest
    .spyOn(world.db, 'query')
    .mockImplementation(((sql: string, ...rest: unknown[]) =>
      sql.includes('insert into write.a_recalculer')
        ? Promise.reject(new Error('stopped'))
        : original(sql, ...(rest as []))) as typeof world.db.query);
  await expect(apply(otherTitles)).rejects.toThrow('stopped');
  spy.mockRestore();
  await apply(otherTitles);
  expect(await projectAll()).toBe(5);
});

import fc from 'fast-check';
import type { Publication } from '#sources/publication';
import { avisId } from '../fold/identity.js';
import { rootsOf } from '../fold/roots.js';
import { foldAvis } from '../fold/fold.js';
import { someArchive, someHistory } from '../testing/archive.js';
import { normaliserOf, publication } from '../testing/publications.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { replay } from '../write/replay.js';

/** Everything after the archive follows from the archive alone: its documents and their order, nothing else. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function outcome(history: readonly Publication[], batch: number, eager: boolean): Promise<unknown> {
  await world.reset();
  if (eager) for (const one of history) await world.ingest([one], 1);
  else await world.ingest(history, batch);
  return facts();
}

async function facts(): Promise<unknown> {
  const { rows } = await world.database.pool.query<{ racine: string }>(
    `select a.racine, a.servable, b.racine as remplace_par, a.facts::text from write.avis a
     left join write.avis b on b.id = a.remplace_par order by a.racine`,
  );
  const { rows: attributions } = await world.database.pool.query(
    'select id, avis_id, facts::text from write.attribution order by id',
  );
  return { served: await world.served(), avis: rows, attributions };
}

test('the size of batches changes nothing, nor how often notices are projected in between', async () => {
  await fc.assert(
    fc.asyncProperty(someHistory(), fc.integer({ min: 2, max: 5 }), async (history, batch) => {
      const whole = await outcome(history, 500, false);
      expect(await outcome(history, batch, false)).toEqual(whole);
      expect(await outcome(history, 1, true)).toEqual(whole);
    }),
    { numRuns: 25 },
  );
}, 120_000);

test('a replay gives the same ids, the same served forms and not one new version', async () => {
  await fc.assert(
    fc.asyncProperty(someHistory(), async (history) => {
      const before = await outcome(history, 3, false);
      const texts = async () =>
        (await world.database.pool.query('select liste, detail from read.avis order by id')).rows;
      const served = await texts();
      const counts = await replay(world.db, { normaliserOf, clock: world.clock, limit: 4, siteUrl: SITE_URL });
      expect(counts.published).toBe(0);
      expect(await facts()).toEqual(before);
      expect(await texts()).toEqual(served);
      // Into an empty read model too.
      await world.database.pool.query('truncate read.avis');
      await replay(world.db, { normaliserOf, clock: world.clock, limit: 500, siteUrl: SITE_URL });
      expect(await facts()).toEqual(before);
    }),
    { numRuns: 10 },
  );
}, 120_000);

test('whatever the order of arrival, the same notices are served; only retired ids depend on it', async () => {
  await fc.assert(
    fc.asyncProperty(
      someArchive().chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
      async ([archive, shuffled]) => {
        await outcome(archive, 3, true);
        const live = notRetired(await world.served());
        await outcome(shuffled, 2, true);
        expect(notRetired(await world.served())).toEqual(live);

        const roots = rootsOf('boamp', archive);
        const expected = [...new Set(roots.values())].filter(
          (root) =>
            foldAvis(
              root,
              archive.filter((one) => roots.get(one.identifiant) === root),
            ) !== null,
        );
        expect(Object.keys(live).sort()).toEqual(expected.map((root) => avisId('boamp', root)).sort());
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

test('a tender that a newer document tells to be an award takes with it what hung on it', async () => {
  const history = [
    publication('26-6', { kind: 'cancellation', cites: ['26-5'] }),
    publication('26-5'),
    publication('26-5', { kind: 'attribution' }),
  ];
  expect(await outcome(history, 1, true)).toEqual(await outcome(history, 3, false));
  expect(notRetired(await world.served())).toEqual({});
});

test('a replay retires what the archive no longer gives', async () => {
  await world.reset();
  await world.ingest([publication('26-1'), publication('26-2')]);
  await world.database.pool.query('truncate write.publication, write.a_normaliser');
  await world.database.pool.query(`delete from write.document where identifiant = '26-2'`);
  await replay(world.db, { normaliserOf, clock: world.clock, limit: 10, siteUrl: SITE_URL });
  const served = await world.served();
  expect(served[avisId('boamp', '26-2')]?.liste).toEqual({
    id: avisId('boamp', '26-2'),
    statut: 'retire',
    motif_retrait: 'supprime',
    canonique_id: null,
  });
  expect(served[avisId('boamp', '26-1')]?.liste['statut']).toBe('ouvert');
});

test('a root that turns out to correct an older notice ends as a duplicate of it', async () => {
  await world.reset();
  const correction = publication('26-3', { kind: 'correction', whole: true, cites: ['26-2'] });
  await world.ingest([correction]);
  const [young, old] = [avisId('boamp', '26-2'), avisId('boamp', '26-1')];
  expect((await world.served())[young]?.liste['statut']).toBe('ouvert');
  await world.ingest([publication('26-2', { kind: 'correction', cites: ['26-1'] }), publication('26-1')]);
  const served = await world.served();
  expect(served[young]?.detail).toEqual({ id: young, statut: 'retire', motif_retrait: 'doublon', canonique_id: old });
  expect(served[old]?.detail['statut']).toBe('ouvert');
});

function notRetired(served: Awaited<ReturnType<World['served']>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(served).filter(([, { liste }]) => liste['statut'] !== 'retire'));
}

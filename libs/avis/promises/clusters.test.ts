import fc from 'fast-check';
import type { Publication } from '#sources/publication';
import type { SourceCode } from '#sources/registry';
import { normaliserOf, publication } from '../testing/publications.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { imposeLink } from '../write/match/impose-link.js';
import { replay } from '../write/replay.js';

/** What is one notice follows from the publications alone: not from their order, their batches, or what was there before. */
const SEED = Number(process.env['CLUSTERS_SEED'] ?? Date.now() % 1_000_000);

let world: World;
beforeAll(async () => {
  process.stderr.write(`clusters, seed ${SEED}\n`);
  world = await createWorld();
});
afterAll(() => world.close());

const SOURCES: readonly SourceCode[] = ['boamp', 'ted', 'place', 'maximilien', 'marchesonline'];
const TITLES = [
  'Réfection de la toiture du groupe scolaire Jean Moulin',
  'Réfection de la toiture du groupe scolaire Jules Ferry',
  'Entretien des espaces verts',
  'REFECTION DE LA TOITURE DU GROUPE SCOLAIRE JEAN MOULIN',
];
const BUYERS = ['Commune de Saint-Étienne', 'Mairie de Saint-Etienne', 'Ville de Roanne', 'COMMUNE'];

/** Publications of few notices, alike in every way that matters; one document an identifier. */
function somePublications(): fc.Arbitrary<Publication[]> {
  const one = fc.record({
    source: fc.constantFrom(...SOURCES),
    n: fc.integer({ min: 1, max: 3 }),
    titre: fc.constantFrom(...TITLES),
    nom: fc.constantFrom(...BUYERS),
    siret: fc.constantFrom(null, '21420218300017', '21420187000010'),
    day: fc.integer({ min: 1, max: 3 }),
    procedure: fc.constantFrom(null, null, 'p1', 'p2'),
    consultation: fc.constantFrom(null, null, 'www.marches-publics.gouv.fr|1', 'marches.maximilien.fr|2'),
    budget: fc.constantFrom(null, 50_000, 60_000),
  });
  return fc
    .uniqueArray(one, { selector: ({ source, n }) => `${source} ${n}`, minLength: 2, maxLength: 9 })
    .map((all) => all.map(publicationOf));
}

interface Drawn {
  source: SourceCode;
  n: number;
  titre: string;
  nom: string;
  siret: string | null;
  day: number;
  procedure: string | null;
  consultation: string | null;
  budget: number | null;
}

function publicationOf({ source, n, titre, nom, siret, day, procedure, consultation, budget }: Drawn): Publication {
  return publication(`26-${n}`, {
    source,
    keys: {
      procedure_uuid: procedure,
      joue: [],
      boamp: [],
      consultations: consultation === null ? [] : [consultation],
      reference_acheteur: null,
    },
    content: {
      titre,
      budget,
      acheteur: { nom, siret, departement: '42' },
      date_limite: `2027-01-1${day}T11:00:00Z`,
    },
  });
}

async function state(): Promise<unknown> {
  const { rows: clusters } = await world.database.pool.query(
    'select avis_id, cluster_id from write.cluster order by 1',
  );
  const { rows: links } = await world.database.pool.query(
    'select a, b, regle, score, champs::text from write.link order by a, b',
  );
  const { rows: keys } = await world.database.pool.query('select key, avis_id from write.match_key order by 1, 2');
  return { served: await world.served(), clusters, links, keys };
}

async function outcome(publications: readonly Publication[], batch: number, eager: boolean): Promise<unknown> {
  await world.reset();
  if (eager) for (const one of publications) await world.ingest([one], 1);
  else await world.ingest(publications, batch);
  return state();
}

const clustersOf = async () =>
  (await world.database.pool.query<{ n: number }>('select count(*)::int as n from write.cluster')).rows[0]!.n;

test('neither the order of arrival nor the size of batches changes the outcome, nor does a replay', async () => {
  let grouped = 0;
  await fc.assert(
    fc.asyncProperty(somePublications(), fc.integer({ min: 1, max: 4 }), fc.integer(), async (all, batch, order) => {
      const whole = await outcome(all, 500, false);
      grouped += await clustersOf();
      const shuffled = shuffle(all, order);
      expect(await outcome(shuffled, 500, false)).toEqual(whole);
      expect(await outcome(shuffled, batch, true)).toEqual(whole);
      const counts = await replay(world.db, { normaliserOf, clock: world.clock, limit: batch, siteUrl: SITE_URL });
      expect(counts.published).toBe(0);
      expect(await state()).toEqual(whole);
    }),
    { numRuns: 30, seed: SEED },
  );
  expect(grouped).toBeGreaterThan(20);
}, 240_000);

/** Untitled notices of one buyer and one day, which only that brings together: the budget tells which are the same. */
function untitled(source: SourceCode, n: number, nom: string = BUYERS[0]!): Publication {
  const drawn = { source, n, titre: '', nom, siret: null, day: 1, procedure: null, consultation: null };
  const one = publicationOf({ ...drawn, budget: 10_007 + n * 1_013 });
  return { ...one, content: { ...one.content, titre: null } };
}

test('nor where a key comes to bring too many together, and no longer does', async () => {
  const pairs = Array.from({ length: 12 }, (_, n) => [untitled('boamp', n), untitled('place', n)]).flat();
  const others = Array.from({ length: 30 }, (_, n) => untitled('marchesonline', 50 + n));
  const elsewhere = others.map((_, n) => untitled('marchesonline', 50 + n, `Commune de Ville${n}`));

  const few = await outcome(pairs, 500, false);
  expect(await clustersOf()).toBe(24);
  await world.ingest(others, 7);
  expect(await clustersOf()).toBe(0);
  const many = await state();
  expect(await outcome(shuffle([...pairs, ...others], SEED), 11, false)).toEqual(many);
  expect(await outcome(shuffle([...pairs, ...others], SEED), 1, true)).toEqual(many);
  await world.ingest(elsewhere, 4);
  expect(await clustersOf()).toBe(24);
  expect((await state()) as { links: unknown }).toMatchObject({ links: (few as { links: unknown }).links });
}, 120_000);

test('a duplicate that comes and is withdrawn leaves what was served as it was', async () => {
  await fc.assert(
    fc.asyncProperty(somePublications(), fc.integer({ min: 0, max: 8 }), async (all, which) => {
      const gone = all[which % all.length]!;
      const others = all.filter((one) => one !== gone);
      await outcome(others, 500, false);
      const before = await world.served();
      await world.ingest([gone]);
      // It turns out to be something else: another buyer, another subject, another day.
      await world.ingest([
        publicationOf({
          source: gone.source,
          n: Number(gone.identifiant.slice(3)),
          titre: 'Fourniture de denrées alimentaires',
          nom: 'Lycée agricole de Mirecourt',
          siret: null,
          day: 9,
          procedure: 'p9',
          consultation: null,
          budget: null,
        }),
      ]);
      const after = await world.served();
      expect(Object.fromEntries(Object.entries(after).filter(([id]) => id in before))).toEqual(before);
    }),
    { numRuns: 30, seed: SEED },
  );
}, 240_000);

test('a link that the operator forbids splits for ever: whatever is published, in whatever order, and replayed', async () => {
  let split = 0;
  await fc.assert(
    fc.asyncProperty(somePublications(), fc.integer(), fc.integer({ min: 1, max: 4 }), async (all, order, batch) => {
      await outcome(all, 500, false);
      const [pair] = (
        await world.database.pool.query<{ a: string; b: string }>(
          `select m.avis_id as a, o.avis_id as b from write.cluster m join write.cluster o
             on o.cluster_id = m.cluster_id and m.avis_id < o.avis_id order by 1, 2 limit 1`,
        )
      ).rows;
      if (pair === undefined) return;
      split += 1;
      const together = async () =>
        (
          await world.database.pool.query(
            `select from write.cluster m join write.cluster o on o.cluster_id = m.cluster_id
             where m.avis_id = $1 and o.avis_id = $2`,
            [pair.a, pair.b],
          )
        ).rowCount;
      expect(await imposeLink(world.db, 'separer', [pair.b, pair.a], 'essai')).toBe(true);
      await world.projectAll();
      expect(await together()).toBe(0);
      for (const one of shuffle(all, order)) await world.ingest([{ ...one, motif: 'again' }], batch);
      expect(await together()).toBe(0);
      await replay(world.db, { normaliserOf, clock: world.clock, limit: batch, siteUrl: SITE_URL });
      expect(await together()).toBe(0);
      expect(await imposeLink(world.db, 'oublier_lien', [pair.a, pair.b], null)).toBe(true);
      await world.projectAll();
      expect(await together()).toBe(1);
    }),
    { numRuns: 20, seed: SEED },
  );
  expect(split).toBeGreaterThan(3);
}, 240_000);

function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed | 0;
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) | 0) >>> 0;
  return items
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

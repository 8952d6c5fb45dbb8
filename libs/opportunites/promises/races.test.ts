import type { PoolClient } from 'pg';
import { avisId } from '#avis/fold/identity';
import { publication } from '#avis/testing/publications';
import { createWorld, type World } from '#avis/testing/world';
import type { Profil } from '../profil.js';
import { noteAll, recomputedFeeds, storedFeeds } from '../testing/feeds.js';
import { noterAvis } from '../write/noter-avis.js';
import { noterProfil } from '../write/noter-profil.js';
import { StoredProfils } from '../write/stored-profils.js';

const COMPTE = '00000000-0000-4000-8000-000000000001';
const PROFIL: Profil = {
  cpv: ['45'],
  mots_cles: [],
  departements: ['42'],
  rayon_km: 0,
  budget_min: null,
  budget_max: null,
  types_marche: [],
  procedures: [],
};
const AVIS = avisId('boamp', '26-1');

let world: World;
let profils: StoredProfils;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.database.pool.query(
    `truncate write.profil, write.suivi, write.annonce, write.a_noter, write.profil_a_noter, write.verdict, read.opportunite`,
  );
  profils = new StoredProfils();
  await ask(PROFIL);
  await world.ingest([publication('26-1'), publication('26-2')]);
  await noteAll(world.db, profils);
});

const ask = (profil: Partial<Profil>) =>
  world.database.pool.query(
    `insert into write.profil (compte_id, profil) values ($1, $2)
     on conflict (compte_id) do update set profil = excluded.profil`,
    [COMPTE, JSON.stringify({ ...PROFIL, ...profil })],
  );
const mark = (statut: string) =>
  world.database.pool.query(
    `insert into write.suivi values ($1, $2, $3, null)
     on conflict (compte_id, avis_id) do update set statut = excluded.statut`,
    [COMPTE, AVIS, statut],
  );
const change = (titre: string) => world.ingest([publication('26-1', { content: { titre, budget: 1 } })]);

/** Another transaction that holds a row of the feed, so that a scoring under way waits for it. */
async function holding(work: () => Promise<void>): Promise<void> {
  const client: PoolClient = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from read.opportunite where avis_id = $1 for update', [AVIS]);
    await work();
  } finally {
    await client.query('commit');
    client.release();
  }
}

/** Until so many sessions of this database wait for a lock. */
async function untilWaiting(sessions: number): Promise<void> {
  for (const end = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const { rows } = await world.database.pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows[0]!.n >= sessions) return;
    if (Date.now() > end) throw new Error(`${String(sessions)} waiting sessions were expected`);
  }
}

async function expectFeeds(rows: number): Promise<void> {
  await noteAll(world.db, profils);
  const feeds = await storedFeeds(world.db);
  expect(feeds).toEqual(await recomputedFeeds(world.db));
  expect(feeds).toHaveLength(rows);
}

test('a profile that changes while a notice is scored for what it was leaves nothing of what it was', async () => {
  await change('Autre titre');
  await world.database.pool.query('update read.opportunite set score = 1 where avis_id = $1', [AVIS]);
  let scoring: Promise<unknown> = Promise.resolve();
  await holding(async () => {
    scoring = noterAvis(world.db, profils, { limit: 10 });
    await untilWaiting(1);
    await ask({ cpv: ['71'] });
    // One batch of scoring at a time: this one leaves the profile for later.
    await expect(noterProfil(world.db)).resolves.toMatchObject({ done: 0 });
  });
  await scoring;
  await expectFeeds(0);
});

test('a notice that changes while a profile is scored against what it was is scored anew', async () => {
  await ask({ departements: [], budget_min: 100_000 });
  let scoring: Promise<unknown> = Promise.resolve();
  await holding(async () => {
    scoring = noterProfil(world.db);
    await untilWaiting(1);
    await change('Moins cher');
    await expect(noterAvis(world.db, profils, { limit: 10 })).resolves.toMatchObject({ done: 0 });
  });
  await scoring;
  await expectFeeds(2);
  const [line] = await storedFeeds(world.db);
  expect(line?.raisons).toMatchObject({ budget: { points: line?.avis_id === AVIS ? 0 : 15 } });
});

test('a notice stamped again while it is being scored is scored again afterwards', async () => {
  await change('Premier changement');
  await world.database.pool.query('update read.opportunite set score = 1 where avis_id = $1', [AVIS]);
  let scoring: Promise<unknown> = Promise.resolve();
  let stamping: Promise<unknown> = Promise.resolve();
  await holding(async () => {
    scoring = noterAvis(world.db, profils, { limit: 10 });
    await untilWaiting(1);
    stamping = world.ingest([publication('26-1', { content: { cpv: '71200000' } })]);
    await untilWaiting(2);
  });
  await Promise.all([scoring, stamping]);
  await expectFeeds(1);
});

test('a status given while the notice, or the profile, is being scored is not lost', async () => {
  await ask({ departements: [] });
  let scoring: Promise<unknown> = Promise.resolve();
  await holding(async () => {
    scoring = noterProfil(world.db);
    await untilWaiting(1);
    await mark('saved');
  });
  await scoring;
  await expectFeeds(2);
  expect((await storedFeeds(world.db)).find(({ avis_id }) => avis_id === AVIS)?.statut).toBe('saved');
});

test('a status is shown at once, before any scoring', async () => {
  await mark('applied');
  expect((await storedFeeds(world.db)).find(({ avis_id }) => avis_id === AVIS)?.statut).toBe('applied');
  await world.database.pool.query('delete from write.suivi');
  expect((await storedFeeds(world.db)).find(({ avis_id }) => avis_id === AVIS)?.statut).toBe('new');
});

test('workers, profiles, statuses and notices all at once end in the feeds of the last word', async () => {
  const rounds = Array.from({ length: 12 }, (_, round) => round);
  let busy = true;
  const worker = async (own: StoredProfils) => {
    while (busy) {
      await noterAvis(world.db, own, { limit: 1 });
      await noterProfil(world.db);
    }
  };
  const workers = [worker(new StoredProfils()), worker(new StoredProfils())];
  await Promise.all([
    (async () => {
      for (const round of rounds) await ask({ cpv: round % 2 === 0 ? ['45'] : ['45', '71'], budget_max: round });
    })(),
    (async () => {
      for (const round of rounds) await mark(['saved', 'ignored', 'new'][round % 3]!);
    })(),
    (async () => {
      for (const round of rounds.slice(0, 6)) await change(`Titre ${String(round)}`);
    })(),
  ]);
  busy = false;
  await Promise.all(workers);
  await expectFeeds(2);
}, 120_000);

test('a notice that our code fails on waits with its error, and the others are scored', async () => {
  await world.ingest([publication('26-3')]);
  await world.database.pool.query(`update read.avis set detail = 'no JSON' where id = $1`, [AVIS]);
  await world.database.pool.query('insert into write.a_noter values ($1) on conflict do nothing', [AVIS]);
  await expect(noterAvis(world.db, profils, { limit: 10 })).resolves.toMatchObject({ done: 2, failed: 1 });
  expect(await storedFeeds(world.db)).toHaveLength(3);
  const { rows } = await world.database.pool.query(
    'select avis_id, attempts, error, not_before > now() as later from write.a_noter',
  );
  expect(rows).toEqual([{ avis_id: AVIS, attempts: 1, error: expect.stringContaining('JSON'), later: true }]);
});

test('a profile that cannot be read has an empty feed and says why; the others go on; corrected, it is followed', async () => {
  const other = '00000000-0000-4000-8000-000000000002';
  await world.database.pool.query('insert into write.profil (compte_id, profil) values ($1, $2)', [other, PROFIL]);
  await world.database.pool.query(`update write.profil set profil = '{"cpv": ["bâtiment"]}' where compte_id = $1`, [
    COMPTE,
  ]);
  await expect(noterProfil(world.db)).resolves.toMatchObject({ done: 1 });
  await expect(noterProfil(world.db)).resolves.toMatchObject({ done: 1 });
  await change('Encore');
  await expect(noterAvis(world.db, profils, { limit: 10 })).resolves.toMatchObject({ failed: 0 });
  expect((await storedFeeds(world.db)).map(({ compte_id }) => compte_id)).toEqual([other, other]);
  const { rows } = await world.database.pool.query('select error from write.profil_a_noter');
  expect(rows).toEqual([{ error: expect.stringMatching(/^cpv: use a list .* 2 to 8 digits/) }]);
  await ask(PROFIL);
  await expectFeeds(4);
});

test('the version of a profile rises when it changes, and only then', async () => {
  const version = async () =>
    (await world.database.pool.query<{ version: number }>('select version from write.profil')).rows[0]!.version;
  expect(await version()).toBe(1);
  await ask(PROFIL);
  expect(await version()).toBe(1);
  await expect(noterProfil(world.db)).resolves.toMatchObject({ done: 0 });
  await ask({ rayon_km: 10 });
  expect(await version()).toBe(2);
});

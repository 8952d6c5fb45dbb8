import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { avisId } from '../fold/identity.js';
import { publication } from '../testing/publications.js';
import { createWorld, type World } from '../testing/world.js';
import { fingerprint } from '../project/render.js';
import type { Rendered } from '../project/rendered.js';
import { finishLoading } from '../write/finish-loading.js';
import { publish } from '../write/publish.js';

/** A client that pages by version misses nothing: versions follow the order of commits. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

function rendered(id: string, titre: string): Rendered {
  const text = JSON.stringify({ id, titre });
  return {
    id,
    statut: 'ouvert',
    closes_at: null,
    source: 'boamp',
    departements: ['42', '69'],
    acheteur_siret: '21420218300017',
    cpv: null,
    type_marche: null,
    budget: 12.5,
    date_limite: null,
    jour_limite: null,
    date_publication: '2026-10-01',
    completude: 10,
    completude_propre: 10,
    recherche: titre,
    liste: text,
    detail: text,
    empreinte: fingerprint(text, text),
  };
}

const stamp = (rows: Rendered[], pause = 0): Promise<number> =>
  world.db.transaction(async (manager) => {
    const stamped = await publish(manager, rows);
    // What commits late must not have been stamped early.
    if (pause > 0) await sleep(pause);
    return stamped;
  });

const state = async (): Promise<{ loading: boolean; behind: number }> => {
  const { rows } = await world.database.pool.query<{ loading: boolean; behind: number }>(
    'select loading, extract(epoch from clock_timestamp() - last_version)::float as behind from read.state',
  );
  return rows[0]!;
};

test('the first load stamps an hour back, in rising steps', async () => {
  expect((await state()).loading).toBe(true);
  const ids = Array.from({ length: 50 }, (_, index) => avisId('boamp', `26-${String(index)}`));
  await expect(stamp(ids.map((id) => rendered(id, 'un')))).resolves.toBe(50);
  await expect(stamp(ids.slice(0, 10).map((id) => rendered(id, 'deux')))).resolves.toBe(10);
  const { rows } = await world.database.pool.query<{ id: string; age: number }>(
    'select id, extract(epoch from clock_timestamp() - version)::float as age from read.avis order by version',
  );
  expect(Math.min(...rows.map((row) => row.age))).toBeGreaterThan(3500);
  expect(rows.map((row) => row.id)).toEqual([...ids.slice(10), ...ids.slice(0, 10)]);
});

test('the first load ends once and for all', async () => {
  await expect(finishLoading(world.db)).resolves.toBe(true);
  await expect(finishLoading(world.db)).resolves.toBe(true);
  await stamp([rendered(avisId('boamp', '26-1'), 'un')]);
  expect((await state()).behind).toBeLessThan(60);
  for (const again of [
    'update read.state set loading = true',
    'delete from read.state',
    "update read.state set last_version = last_version - interval '1 second'",
  ]) {
    await expect(world.database.pool.query(again)).rejects.toThrow();
  }
});

test('a row whose served form is the same keeps its version; columns of filters follow', async () => {
  const row = rendered(avisId('boamp', '26-1'), 'un');
  await stamp([row]);
  const read = async () =>
    (await world.database.pool.query('select version::text, detail, cpv from read.avis')).rows[0];
  const before = await read();
  await expect(stamp([{ ...row, cpv: '45000000' }])).resolves.toBe(0);
  expect(await read()).toEqual({ ...before, cpv: '45000000' });
});

test('16 concurrent writers and a reader that pages by version: nothing is lost', async () => {
  const ids = Array.from({ length: 60 }, (_, index) => avisId('boamp', `26-${String(index)}`));
  const copy = new Map<string, { version: string; detail: string }>();
  const reader = new pg.Client(world.database.url);
  await reader.connect();
  let cursor = '-infinity';
  let pages = 0;
  const readPage = async (): Promise<number> => {
    const { rows } = await reader.query<{ id: string; version: string; detail: string }>(
      'select a.id, a.version::text as version, a.detail from read.avis a where a.version > $1::timestamptz order by a.version limit 7',
      [cursor],
    );
    for (const row of rows) {
      expect(row.version > (copy.get(row.id)?.version ?? '')).toBe(true);
      copy.set(row.id, row);
      cursor = row.version;
    }
    pages += 1;
    return rows.length;
  };
  const writing = { on: true };
  const reading = (async () => {
    while (writing.on) await readPage();
    while ((await readPage()) > 0);
  })();
  const written: number[] = [];
  await Promise.all(
    Array.from({ length: 16 }, async (_, writer) => {
      for (let round = 0; round < 15; round += 1) {
        // Sorted, as queues are; each writer its own overlapping slice.
        const slice = ids.filter((_id, index) => (index * 7 + writer + round) % 4 === 0).sort();
        const rows = slice.map((id) => rendered(id, `writer ${String(writer)} round ${String(round)}`));
        written.push(await stamp(rows, (writer % 4) * 3));
      }
    }),
  );
  writing.on = false;
  await reading;
  await reader.end();
  const { rows } = await world.database.pool.query<{ id: string; version: string; detail: string }>(
    'select id, version::text as version, detail from read.avis',
  );
  expect(Object.fromEntries(rows.map((row) => [row.id, row.detail]))).toEqual(
    Object.fromEntries([...copy].map(([id, row]) => [id, row.detail])),
  );
  expect(written.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(rows.length);
  expect(pages).toBeGreaterThan(10);
});

test('a writer that hangs is ended by the database long before the readers’ margin', async () => {
  await world.db.transaction(async (manager) => {
    await publish(manager, [rendered(avisId('boamp', '26-1'), 'un')]);
    const [row] = await manager.query<{ transaction_timeout: string }[]>('show transaction_timeout');
    expect(row?.transaction_timeout).toBe('1min');
  });
});

test('the API’s role can neither write served rows nor call the stamp', async () => {
  const client = new pg.Client(world.database.apiUrl);
  await client.connect();
  for (const sql of [
    'update read.avis set version = clock_timestamp()',
    'delete from read.avis',
    'update read.state set loading = false',
    "select write.publish_avis('{}')",
  ]) {
    await expect(client.query(sql)).rejects.toThrow(/permission denied/);
  }
  await client.end();
});

test('concurrent stages with real notices leave unique, rising versions', async () => {
  const publications = Array.from({ length: 120 }, (_, index) => publication(`26-${String(index + 1)}`));
  await world.ingest(publications);
  await Promise.all(
    [1, 2, 3, 4].map((round) =>
      world.ingest(
        publications.map((one) => ({ ...one, content: { ...one.content, budget: round } })),
        10,
      ),
    ),
  );
  const { rows } = await world.database.pool.query<{ n: number; versions: number; waiting: number }>(
    `select count(*)::int as n, count(distinct version)::int as versions,
       (select count(*)::int from write.a_projeter) + (select count(*)::int from write.a_normaliser) as waiting from read.avis`,
  );
  expect(rows[0]).toEqual({ n: 120, versions: 120, waiting: 0 });
  // The latest document of each identifier is the one served, whichever of the four writers archived it.
  const { rows: stale } = await world.database.pool.query(
    `select 1 from write.publication p join read.avis a on a.id = p.avis_id
     where (p.body->'content'->>'budget')::numeric <> (a.detail::json->>'budget')::numeric
       or p.document_id <> (select max(d.id) from write.document d where d.identifiant = p.identifiant)`,
  );
  expect(stale).toEqual([]);
});

import fc from 'fast-check';
import pg from 'pg';
import type { FiltreStatut } from '#contract/vocabulary';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { OUVERT } from './conditions.js';
import { openByDepartement, openBySource } from './open-counts.js';
import { readSessionAddress } from './session.js';
import { walkAvis } from './walk.js';
import { totalOf } from './walk-total.js';

/**
 * The promise: what is counted beforehand is the count of the rows, and what is found by department is what they say of it,
 * whatever was written and by whom.
 */
let database: TestDatabase;
let reader: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  reader = new pg.Pool({ connectionString: readSessionAddress(database.apiUrl), max: 2 });
  await database.pool.query(`insert into read.source (code) values ('boamp'), ('ted'), ('place')`);
  await database.pool.query('create sequence version');
});
afterAll(async () => {
  await reader.end();
  await database.close();
});

const SOURCES = ['boamp', 'ted', 'place'];
const DEPARTEMENTS = ['35', '75', '2A'];
const CONDITIONS: Record<FiltreStatut, string> = {
  ouvert: OUVERT,
  clos: `a.statut = 'clos'`,
  tous: `a.statut <> 'retire'`,
};

async function counted(from: string, values: unknown[] = []): Promise<Map<string, number>> {
  const { rows } = await database.pool.query<{ key: string; n: number }>(
    `select key, count(*)::int as n from ${from} group by key`,
    values,
  );
  return new Map(rows.map(({ key, n }) => [key, n]));
}

async function expectKept(): Promise<void> {
  for (const sources of [...SOURCES.map((source) => [source]), SOURCES, []]) {
    const rowsOf = `read.avis a cross join lateral unnest(a.departements) as d (key)
      where ${OUVERT} and a.source = any($1::text[])`;
    expect(await openByDepartement(reader, sources)).toEqual(await counted(rowsOf, [sources]));
    for (const [statut, condition] of Object.entries(CONDITIONS) as [FiltreStatut, string][]) {
      const walk = { filters: { source: sources }, statut, per_page: 1, marginSeconds: 0 };
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from read.avis a where ${condition} and a.source = any($1::text[])
           and not exists (select from read.source s where s.code = a.source and s.coupee)`,
        [sources],
      );
      expect({ sources, statut, total: await totalOf(reader, walk) }).toEqual({ sources, statut, total: rows[0]!.n });
    }
  }
  const rowsOf = `(select a.source as key from read.avis a where ${OUVERT}) o`;
  expect(await openBySource(reader)).toEqual(await counted(rowsOf));
  await expectDepartements();
}

const BESIDE = `version, statut, closes_at, source, cpv, type_marche, budget, jour_limite, completude, date_limite, date_publication`;

async function expectDepartements(): Promise<void> {
  const { rows: differences } = await database.pool.query(
    `with said as (
       select distinct d.code, a.id, ${BESIDE} from read.avis a cross join lateral unnest(a.departements) as d (code)
       where a.statut <> 'retire'
     ), kept as (select departement, id, ${BESIDE} from read.avis_departement)
     (table said except table kept) union all (table kept except table said)`,
  );
  expect(differences).toEqual([]);
  for (const code of DEPARTEMENTS) {
    for (const [statut, condition] of Object.entries(CONDITIONS) as [FiltreStatut, string][]) {
      const { rows } = await database.pool.query<{ id: string }>(
        `select a.id from read.avis a where ${condition} and $1 = any(a.departements)
           and not exists (select from read.source s where s.code = a.source and s.coupee) order by a.version`,
        [code],
      );
      const filters = { source: SOURCES, departement: [code] };
      const walk = { filters, statut, per_page: 1_000, marginSeconds: -3600 };
      const { items, total } = await walkAvis(reader, walk);
      const ids = (JSON.parse(`[${items.toString()}]`) as { id: string }[]).map(({ id }) => id);
      expect({ code, statut, ids, total }).toEqual({ code, statut, ids: rows.map(({ id }) => id), total: rows.length });
    }
  }
}

// Versions are unique: drawn from a sequence, for the clock gave two rows of a statement the same one now and then.
const upsert = `insert into read.avis (id, version, statut, closes_at, source, departements, liste, detail, empreinte)
  select md5(r.n::text)::uuid, timestamptz 'epoch' + nextval('version') * interval '1 microsecond', r.statut,
    case r.fin when 'jamais' then null when 'hier' then now() - interval '1 day' else now() + interval '1 day' end,
    r.source, string_to_array(r.departements, ','), json_build_object('id', md5(r.n::text)::uuid), '{}', ''
  from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[]) r (n, source, statut, fin, departements)
  on conflict (id) do update set version = excluded.version, source = excluded.source, statut = excluded.statut, closes_at = excluded.closes_at,
    departements = excluded.departements`;
const remove = 'delete from read.avis where id in (select md5(n::text)::uuid from unnest($1::int[]) n)';

const number = fc.nat({ max: 20 });
const row = fc.record({
  n: number,
  source: fc.constantFrom(...SOURCES),
  statut: fc.constantFrom('ouvert', 'ouvert', 'clos', 'retire'),
  fin: fc.constantFrom('jamais', 'hier', 'demain'),
  departements: fc.uniqueArray(fc.constantFrom(...DEPARTEMENTS)).map((codes) => codes.join()),
});
interface Row {
  n: number;
  source: string;
  statut: string;
  fin: string;
  departements: string;
}
const values = (rows: readonly Row[]) =>
  (['n', 'source', 'statut', 'fin', 'departements'] as const).map((field) => rows.map((one) => one[field]));
const write = fc.record({
  rows: fc.uniqueArray(row, { selector: ({ n }) => n, maxLength: 8 }),
  removed: fc.array(number, { maxLength: 4 }),
  coupee: fc.option(fc.constantFrom(...SOURCES)),
  aborted: fc.boolean(),
});

test('it follows every insertion, change, deletion, cut and abort', async () => {
  const property = fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
    const client = await database.pool.connect();
    try {
      for (const { rows, removed, coupee, aborted } of writes) {
        await client.query('begin');
        await client.query(upsert, values(rows));
        await client.query(remove, [removed]);
        await client.query('update read.source set coupee = (code is not distinct from $1)', [coupee]);
        await client.query(aborted ? 'rollback' : 'commit');
      }
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
    await expectKept();
  });
  await fc.assert(property, { numRuns: 30, verbose: true });
});

test('writers at the same time lose nothing', async () => {
  const writer = async (first: number) => {
    for (let round = 0; round < 10; round += 1) {
      const rows = [0, 1, 2].map((k) => ({
        n: 1_000 * first + 3 * round + k,
        source: SOURCES[(first + k) % 3]!,
        statut: k === 0 ? 'clos' : 'ouvert',
        fin: 'demain',
        departements: '35,75',
      }));
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        await client.query(upsert, values(rows));
        await client.query(upsert, values(rows.map((one) => ({ ...one, statut: 'clos' }))));
        await client.query('commit');
      } finally {
        client.release();
      }
    }
  };
  await Promise.all([1, 2, 3, 4].map(writer));
  await expectKept();
});

test('an emptied table has none', async () => {
  await database.pool.query('truncate read.avis');
  await expectKept();
  expect((await openByDepartement(reader, SOURCES)).size).toBe(0);
});

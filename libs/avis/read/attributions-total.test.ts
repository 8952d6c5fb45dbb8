import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { attributionsTotalQuery } from './attributions.js';
import { insertManyAttributions } from './testing/many-attributions.js';

/** The promise: the totals that are kept, of all and by department, are counts of the rows, whatever was written and by whom. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const SOURCES = ['boamp', 'ted', 'place'];

async function total(sources: readonly string[], departement?: string): Promise<number> {
  const query = attributionsTotalQuery({ sources, filters: { departement } });
  return (await database.pool.query<{ total: number }>(query)).rows[0]!.total;
}

async function counted(sources: readonly string[], departement?: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from read.attribution
     where source = any($1::text[]) and ($2::text is null or departement = $2)`,
    [sources, departement],
  );
  return rows[0]!.n;
}

async function expectCounted(): Promise<void> {
  for (const sources of [...SOURCES.map((source) => [source]), SOURCES, []]) {
    for (const departement of [undefined, '35', '75', '988']) {
      const told = await total(sources, departement);
      expect({ sources, departement, told }).toEqual({
        sources,
        departement,
        told: await counted(sources, departement),
      });
    }
  }
}

const upsert = `insert into read.attribution as a (id, source, departement, date_publication, item)
  select md5(n::text)::uuid, source, departement, '2026-01-01', '{}'
  from unnest($1::int[], $2::text[], $3::text[]) r (n, source, departement)
  on conflict (id) do update set source = excluded.source, departement = excluded.departement
    where (a.source, a.departement) is distinct from (excluded.source, excluded.departement)`;
const upserted = (rows: readonly (readonly [number, string, string | null])[]) =>
  [0, 1, 2].map((at) => rows.map((row) => row[at]));
const remove = 'delete from read.attribution where id in (select md5(n::text)::uuid from unnest($1::int[]) n)';

const number = fc.nat({ max: 20 });
const source = fc.constantFrom(...SOURCES);
const departement = fc.constantFrom('35', '75', null);
const write = fc.record({
  rows: fc.uniqueArray(fc.tuple(number, source, departement), { selector: ([n]) => n, maxLength: 8 }),
  removed: fc.array(number, { maxLength: 4 }),
  aborted: fc.boolean(),
});

test('it follows every insertion, change, deletion and abort', async () => {
  const property = fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
    const client = await database.pool.connect();
    try {
      for (const { rows, removed, aborted } of writes) {
        await client.query('begin');
        await client.query(upsert, upserted(rows));
        await client.query(remove, [removed]);
        await client.query(aborted ? 'rollback' : 'commit');
      }
    } finally {
      client.release();
    }
    await expectCounted();
  });
  await fc.assert(property, { numRuns: 30, verbose: true });
});

test('writers at the same time lose nothing and do not wait in a circle', async () => {
  const writer = async (first: number) => {
    for (let round = 0; round < 10; round += 1) {
      const client = await database.pool.connect();
      try {
        await client.query('begin');
        const rows = [0, 1, 2].map((k) => 1_000 * first + 3 * round + k);
        await client.query(upsert, upserted(rows.map((n) => [n, SOURCES[n % 3]!, '35'])));
        await client.query(upsert, upserted(rows.map((n) => [n, SOURCES[(n + first) % 3]!, '75'])));
        await client.query('commit');
      } finally {
        client.release();
      }
    }
  };
  await Promise.all([1, 2, 3, 4].map(writer));
  await expectCounted();
});

test('a CPV prefix of any length counts what begins so, whatever stands beside it', async () => {
  await database.pool.query('truncate read.attribution');
  await insertManyAttributions(database.pool, 3_000);
  for (const n of [4, 8, 61, 500, 1_012]) {
    const { rows } = await database.pool.query<{ cpv: string }>(
      'select cpv from read.attribution where cpv is not null order by id offset $1 limit 1',
      [n],
    );
    for (const length of [2, 3, 4, 5, 6, 8]) {
      const cpv = rows[0]!.cpv.slice(0, length);
      for (const filters of [{ cpv }, { cpv, departement: '01' }, { cpv, date_min: '2020-01-01' }]) {
        const { rows: kept } = await database.pool.query<{ n: number }>(
          `select count(*)::int as n from read.attribution where starts_with(cpv, $1) and source = any($2::text[])
             and ($3::text is null or departement = $3) and ($4::date is null or date_publication >= $4)`,
          [cpv, SOURCES, filters.departement, filters.date_min],
        );
        const query = attributionsTotalQuery({ sources: SOURCES, filters });
        const { rows: told } = await database.pool.query<{ total: number }>(query);
        expect({ filters, total: told[0]!.total }).toEqual({ filters, total: kept[0]!.n });
      }
    }
  }
});

test('an emptied table has none', async () => {
  await database.pool.query('truncate read.attribution');
  expect([await total(SOURCES), await total(SOURCES, '01')]).toEqual([0, 0]);
});

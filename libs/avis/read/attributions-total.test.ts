import fc from 'fast-check';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { attributionsTotalQuery } from './attributions.js';
import { insertManyAttributions } from './testing/many-attributions.js';

/** The promise: the total without filters is the count of the rows, whatever was written and by whom. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const SOURCES = ['boamp', 'ted', 'place'];

async function total(sources: readonly string[]): Promise<number> {
  const { rows } = await database.pool.query<{ total: number }>(attributionsTotalQuery({ sources, filters: {} }));
  return rows[0]!.total;
}

async function counted(sources: readonly string[]): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from read.attribution where source = any($1::text[])',
    [sources],
  );
  return rows[0]!.n;
}

async function expectCounted(): Promise<void> {
  for (const sources of [...SOURCES.map((source) => [source]), SOURCES, []]) {
    expect([sources, await total(sources)]).toEqual([sources, await counted(sources)]);
  }
}

const upsert = `insert into read.attribution (id, source, date_publication, item)
  select md5(n::text)::uuid, source, '2026-01-01', '{}' from unnest($1::int[], $2::text[]) r (n, source)
  on conflict (id) do update set source = excluded.source where read.attribution.source <> excluded.source`;
const remove = 'delete from read.attribution where id in (select md5(n::text)::uuid from unnest($1::int[]) n)';

const number = fc.nat({ max: 20 });
const source = fc.constantFrom(...SOURCES);
const write = fc.record({
  rows: fc.uniqueArray(fc.tuple(number, source), { selector: ([n]) => n, maxLength: 8 }),
  removed: fc.array(number, { maxLength: 4 }),
  aborted: fc.boolean(),
});

test('it follows every insertion, change, deletion and abort', async () => {
  const property = fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 6 }), async (writes) => {
    const client = await database.pool.connect();
    try {
      for (const { rows, removed, aborted } of writes) {
        await client.query('begin');
        await client.query(upsert, [rows.map(([n]) => n), rows.map(([, one]) => one)]);
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
        await client.query(upsert, [rows, rows.map((n) => SOURCES[n % 3])]);
        await client.query(upsert, [rows, rows.map((n) => SOURCES[(n + first) % 3])]);
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
  expect(await total(SOURCES)).toBe(0);
});

import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { insertCompte } from '../testing/compte.js';

/** The API's role reads what is served, calls three functions, and can do nothing else even if its code is abused. */
let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.apiUrl, max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.close();
});

async function tables(): Promise<{ schema: string; name: string }[]> {
  const { rows } = await database.pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_schema in ('access', 'read', 'write', 'public') order by 1, 2`,
  );
  return rows;
}

const denied = { code: '42501' };

test('it may not insert, update, delete nor truncate in any table', async () => {
  const all = await tables();
  expect(all.map(({ schema, name }) => `${schema}.${name}`)).toEqual(
    expect.arrayContaining(['access.cle', 'access.quota', 'access.usage', 'read.avis', 'write.document']),
  );
  for (const { schema, name } of all) {
    const { rows } = await database.pool.query<{ column: string }>(
      'select column_name as column from information_schema.columns where table_schema = $1 and table_name = $2 limit 1',
      [schema, name],
    );
    const { column } = rows[0]!;
    const table = `${schema}."${name}"`;
    await expect(pool.query(`insert into ${table} default values`)).rejects.toMatchObject(denied);
    await expect(pool.query(`update ${table} set "${column}" = default`)).rejects.toMatchObject(denied);
    await expect(pool.query(`delete from ${table}`)).rejects.toMatchObject(denied);
    await expect(pool.query(`truncate ${table}`)).rejects.toMatchObject(denied);
  }
});

test('it reads access.* and read.*, and nothing of write.*', async () => {
  for (const { schema, name } of await tables()) {
    if (schema === 'public') continue;
    const select = expect(pool.query(`select from ${schema}."${name}" limit 1`));
    if (schema === 'write') await select.rejects.toMatchObject(denied);
    else await select.resolves.toBeDefined();
  }
});

test.each([
  'create table access.porte (x int)',
  'create table read.porte (x int)',
  'create table public.porte (x int)',
  'create schema porte',
  'alter table access.compte disable trigger all',
  'alter role marches_api superuser',
  "copy (select 1) to program 'true'",
])('it may not: %s', async (sql) => {
  await expect(pool.query(sql)).rejects.toMatchObject(denied);
});

test('it calls the functions granted to it, and they change only what they are for', async () => {
  const compteId = await insertCompte(database.pool);
  await expect(pool.query(`select * from access.reserve_quota($1, 'general', 5)`, [compteId])).resolves.toBeDefined();
  await expect(
    pool.query(`select access.add_usage('{2026-01-01}', '{null}', '{/avis}', '{200}', '{1}')`),
  ).resolves.toBeDefined();
  const { rows } = await database.pool.query(
    `select proname, prosecdef, proconfig from pg_proc where pronamespace = 'access'::regnamespace
       and has_function_privilege('marches_api', oid, 'execute') order by proname`,
  );
  expect(rows).toEqual([
    { proname: 'add_usage', prosecdef: true, proconfig: ['search_path=""'] },
    { proname: 'quota_defaut', prosecdef: false, proconfig: null },
    { proname: 'refund_quota', prosecdef: true, proconfig: ['search_path=""'] },
    { proname: 'reserve_quota', prosecdef: true, proconfig: ['search_path=""'] },
    { proname: 'reserve_quotas', prosecdef: true, proconfig: ['search_path=""'] },
  ]);
});

test('a role of the database that was granted nothing executes none of them', async () => {
  const { rows } = await database.pool.query(
    `select proname from pg_proc where pronamespace = 'access'::regnamespace and has_function_privilege('public', oid, 'execute')`,
  );
  expect(rows).toEqual([]);
});

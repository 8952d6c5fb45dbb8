import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createKey, startApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';

/** API_DATABASE_URL with a login of its own (docs/security.md): a member of marches_api, and nothing more. */
const LOGIN = `api_${randomBytes(4).toString('hex')}`;

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`create role ${LOGIN} login password 'essai' in role marches_api`);
  const address = new URL(database.url);
  address.username = LOGIN;
  address.password = 'essai';
  url = address.href;
});
afterAll(async () => {
  await database.pool.query(`drop role ${LOGIN}`);
  await database.close();
});

test('the API answers, counts and sees a revocation with that login', async () => {
  const api = await startApi({ apiDatabaseUrl: url }, database);
  try {
    await publishNotices(database.pool, { '26-1': {} });
    const { key, compteId } = await createKey(database);
    const list = await api.get('/avis?per_page=10', key);
    expect([list.status, list.body.data.length, list.headers.get('x-quota-remaining')]).toEqual([200, 1, '49999']);
    for (const path of ['/departements', '/sources', '/moi']) expect((await api.get(path, key)).status).toBe(200);
    await database.pool.query('update access.cle set revoquee_le = now() where compte_id = $1', [compteId]);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect((await api.get('/moi', key)).status).toBe(401);
  } finally {
    await api.close();
  }
});

test.each([
  'delete from read.avis',
  "update read.avis set liste = ''",
  'select * from write.publication',
  'update access.quota set consomme = 0',
  "update access.compte set plan = 'pro'",
  "insert into access.quota_limite select id, 'general', 1000000 from access.compte",
  'delete from access.usage',
  'create table public.a (b int)',
  'set role owner',
])('that login may not: %s', async (statement) => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await expect(client.query(statement)).rejects.toThrow(/permission denied/);
  } finally {
    await client.end();
  }
});

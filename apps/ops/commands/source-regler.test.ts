import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ops, opsJson } from '../testing/ops.js';

let database: TestDatabase;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, FEEDS: 'live' };
});
afterAll(() => database.close());

const regler = (...options: string[]) => ops(['source', 'regler', 'place', ...options], env);

interface Listed {
  code: string;
  adresse: string | null;
  cadence_secondes: number;
  en_pause: boolean;
  retard_minutes: number | null;
  circuit: string;
  reessai: string | null;
}
async function listed(code = 'place'): Promise<Listed | undefined> {
  return (await opsJson<Listed[]>(['source', 'lister'], env)).find((source) => source.code === code);
}

test('a source without an address says so', async () => {
  expect(await listed()).toMatchObject({ adresse: null, cadence_secondes: 1_800, retard_minutes: null });
  const { stdout } = await ops(['source', 'lister'], env);
  expect(stdout).toMatch(/^place .*sans adresse/m);
  expect(stdout).toMatch(/^boamp .* 30m .*\n {4}https:\/\/boamp-datadila/m);
});

test('what is set adds up, and can be taken back', async () => {
  const { stdout } = await regler('--adresse', 'https://portail.example/', '--cadence', '15m');
  expect(stdout).toBe('place: collected every 15m at https://portail.example.\n');
  expect(await listed()).toMatchObject({ adresse: 'https://portail.example', cadence_secondes: 900, en_pause: false });
  await regler('--pause');
  expect(await listed()).toMatchObject({ adresse: 'https://portail.example', cadence_secondes: 900, en_pause: true });
  await regler('--reprise', '--cadence', '1h');
  expect(await listed()).toMatchObject({ cadence_secondes: 3_600, en_pause: false });
  await regler('--sans-adresse');
  expect(await listed()).toMatchObject({ adresse: null, cadence_secondes: 3_600 });
  await regler('--defaut');
  expect(await listed()).toMatchObject({ adresse: null, cadence_secondes: 1_800 });
});

test('the environment that the workers told counts, not that of the command', async () => {
  await database.pool.query(
    `insert into write.source_environment (source, adresse, cadence_secondes) values ('aws', 'https://aws.example/rss', 60)`,
  );
  expect(await listed('aws')).toMatchObject({ adresse: 'https://aws.example/rss', cadence_secondes: 60 });
});

test('an open circuit and lateness are shown', async () => {
  await database.pool.query(`
    insert into write.source_health (source, failures, opened_at, retry_at)
    values ('ted', 6, '2026-11-21T10:00:00Z', '2026-11-21T12:00:00Z');
    insert into read.source (code, due_at) values ('ted', now() - interval '89.5 minutes')`);
  expect(await listed('ted')).toMatchObject({ circuit: 'ouvert', reessai: '2026-11-21T12:00:00Z', retard_minutes: 90 });
  const { stdout } = await ops(['source', 'lister'], env);
  expect(stdout).toMatch(/^ted .* 90 +ouvert .*\n.*circuit ouvert, réessai 2026-11-21 12:00 UTC/m);
});

test.each([
  [['--adresse', 'ftp://portail.example'], 2, /http:\/\/ or https:\/\//],
  [['--adresse', 'https://a.example', '--sans-adresse'], 2, /cannot be used with/],
  [['--pause', '--reprise'], 2, /cannot be used with/],
  [['--cadence', '0s'], 2, /1s to 7d/],
  [[], 1, /Nothing to set/],
])('%j is refused with what is accepted', async (options, code, message) => {
  expect(await regler(...options)).toMatchObject({ code, stderr: expect.stringMatching(message) });
});

test('a new address closes the circuit that the old one opened; another cadence does not', async () => {
  const open = () =>
    database.pool.query(
      `insert into write.source_health (source, failures, opened_at, retry_at) values ('place', 9, now(), now())
       on conflict (source) do update set failures = 9, opened_at = now(), retry_at = now()`,
    );
  const failures = async () =>
    (await database.pool.query<{ failures: number }>("select failures from write.source_health where source = 'place'"))
      .rows[0]?.failures;
  await open();
  await regler('--cadence', '2h');
  expect(await failures()).toBe(9);
  await regler('--adresse', 'https://nouveau.example');
  expect(await failures()).toBe(0);
  await open();
  await regler('--defaut');
  expect(await failures()).toBe(0);
});

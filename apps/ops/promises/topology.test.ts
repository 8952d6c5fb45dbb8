import { jest } from '@jest/globals';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { replay } from '#avis/write/replay';
import type { AvisSynchronise } from '#client/answers';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { normaliserOf } from '#sources/adapters';
import { SOURCES } from '#sources/registry';
import { createKey } from '../../api/testing/api.js';
import { compare, createTarget, readServer, type TestTarget } from '../../api/testing/mirrors.js';
import { truth } from '../../feeds/truth.js';
import { type Reader, startReader } from '../../worker/testing/oracle/readers.js';
import { until } from '../../worker/testing/runs.js';
import { missingPrograms } from '../testing/topology/programs.js';
import { SITE_URL, startTopology, type Topology } from '../testing/topology/topology.js';
import { startTraffic, type Traffic } from '../testing/topology/traffic.js';
import { doubled, unarchived, wrongTexts } from '../testing/topology/verdict.js';

/**
 * The promise of docker/compose.yml, kept by its very processes: Caddy with the shipped configuration, two APIs, two
 * workers, Redis, PostgreSQL. Each in turn is ended and started again, twice around, under traffic.
 */
jest.setTimeout(300_000);

const SEED = Number(process.env['TOPOLOGY_SEED'] ?? 20_261_121);
const PATIENCE_MS = 120_000;
const FAMILLES = { general: 2_000_000_000 };
/** Killed APIs cut the answers that they were sending; nothing else may. */
const CUT_WITHIN_MS = 3_000;

const missing = process.platform === 'linux' ? missingPrograms() : ['Linux'];
const inCi = process.env['CI'] === 'true';
if (missing.length > 0 && !inCi) process.stderr.write(`The topology is SKIPPED: ${missing.join(', ')} missing here.\n`);
const describeTopology = missing.length === 0 || inCi ? describe : describe.skip;

describeTopology('two APIs behind Caddy, two workers, Redis, PostgreSQL, each killed twice', () => {
  let topology: Topology;
  let traffic: Traffic;
  let target: TestTarget;
  let readers: Reader[];
  let account: string;
  /** Last version before the mirrors' first copy, which leaves out what was retired by then. */
  let before: string;
  /** `Date.now()` of each kill of an API that was given no time. */
  const kills: number[] = [];

  beforeAll(async () => {
    topology = await startTopology({ seed: SEED, size: 400, growthSeconds: 1 });
    const { base, pool } = topology;
    await until(pool, 'select not loading from read.state', [], PATIENCE_MS);
    const database = { pool } as Parameters<typeof createKey>[0];
    const mirrors = await createKey(database, { limites: FAMILLES });
    const searches = await createKey(database, { limites: FAMILLES });
    account = searches.compteId;
    target = await createTarget('ndjson');
    const { rows } = await pool.query<{ version: string }>(
      `select max(liste::jsonb ->> 'version') as version from read.avis`,
    );
    before = rows[0]!.version;
    readers = [startReader({ base, cle: mirrors.key, to: target.to }), startReader({ base, cle: mirrors.key })];
    traffic = startTraffic(base, searches.key);
  });
  afterAll(async () => {
    await traffic.stop();
    await Promise.all(readers.map((reader) => reader.abandon()));
    await topology.close();
    await target.close();
  });

  /** Clients are answered, and something new is collected: until then the next process is left alone. */
  async function allIsWell(): Promise<void> {
    const answered = traffic.statuses['200'] ?? 0;
    const [{ now }] = (await topology.pool.query<{ now: string }>('select clock_timestamp()::text as now')).rows as [
      { now: string },
    ];
    await until(
      topology.pool,
      `exists (select from write.run where started_at > $1 and outcome = 'succeeded')`,
      [now],
      PATIENCE_MS,
    );
    for (const limit = Date.now() + PATIENCE_MS; (traffic.statuses['200'] ?? 0) < answered + 10;) {
      if (Date.now() > limit) throw new Error('clients are no longer answered');
      await new Promise((wake) => setTimeout(wake, 50));
    }
  }

  async function restart(name: 'api-1' | 'api-2' | 'worker-1' | 'worker-2' | 'redis', signal: NodeJS.Signals) {
    traffic.phase = `${name} ${signal}`;
    if (name.startsWith('api') && signal === 'SIGKILL') kills.push(Date.now());
    const { how } = await topology.processes[name].end(signal);
    expect([name, how]).toEqual([name, signal === 'SIGKILL' ? 'SIGKILL' : 0]);
    await topology.processes[name].start();
  }

  // PostgreSQL ends at once on SIGINT, which is what its image is stopped with; SIGTERM would wait for its clients.
  const ROUNDS = [
    { apis: ['SIGTERM', 'SIGKILL'], workers: ['SIGTERM', 'SIGKILL'], redis: 'SIGTERM', postgres: 'SIGINT' },
    { apis: ['SIGKILL', 'SIGTERM'], workers: ['SIGKILL', 'SIGTERM'], redis: 'SIGKILL', postgres: 'SIGKILL' },
  ] as const;

  test.each(ROUNDS)('each is ended and started again: %j', async ({ apis, workers, redis, postgres }) => {
    await restart('api-1', apis[0]);
    await allIsWell();
    await restart('worker-1', workers[0]);
    await allIsWell();
    await restart('api-2', apis[1]);
    await allIsWell();
    await restart('worker-2', workers[1]);
    await allIsWell();
    await restart('redis', redis);
    await allIsWell();
    traffic.phase = `postgres ${postgres}`;
    await topology.restartPostgres(postgres);
    await allIsWell();
  });

  test('no wrong answer, none but 200, 429 and 503, mirrors equal, no job lost or done twice', async () => {
    const { pool, feeds, processes } = topology;
    traffic.phase = 'end';
    const at = topology.freeze();
    for (const { code } of SOURCES) {
      const twice = `(select count(*) >= 2 from write.run where source = $1 and started_at > $2 and outcome = 'succeeded')`;
      await until(pool, twice, [code, at], PATIENCE_MS);
    }
    for (const queue of ['a_normaliser', 'a_apparier', 'a_projeter', 'a_noter', 'a_recalculer']) {
      await until(pool, `not exists (select from write.${queue})`, [], PATIENCE_MS);
    }
    await traffic.stop();
    for (const name of ['worker-1', 'worker-2'] as const) expect((await processes[name].end('SIGTERM')).how).toBe(0);
    // Walks leave out what is younger than the margin: what the workers stamped last must have come of age.
    await until(pool, `(select max(version) from read.avis) < clock_timestamp() - interval '2 s'`, [], PATIENCE_MS);
    const copies = await Promise.all(readers.map((reader) => reader.finish()));
    const held = [await target.read(), copies[1]!];
    const server = await readServer(pool);
    process.stderr.write(
      `topology, seed ${SEED}: ${JSON.stringify({ notices: server.size, statuses: traffic.statuses, refusals: traffic.refusals, cuts: traffic.cuts.length, readers: readers.map(({ counts }) => counts) })}\n`,
    );

    expect(traffic.wrong).toEqual([]);
    expect(Object.keys(traffic.statuses).filter((status) => !['200', '429', '503'].includes(status))).toEqual([]);
    // An API that is told to end refuses nobody.
    expect(Object.keys(traffic.refusals).filter((said) => /^api-\d SIGTERM/.test(said))).toEqual([]);
    expect(await wrongTexts(pool, traffic)).toEqual([]);
    const unexplained = traffic.cuts.filter((cut) => !kills.some((kill) => cut >= kill && cut - kill < CUT_WITHIN_MS));
    expect(unexplained).toEqual([]);
    const told = ({ statut, version }: AvisSynchronise) => statut !== 'retire' || version > before;
    for (const copy of held) expect(compare(copy, server, told)).toEqual({ lost: 0, stale: 0, extra: 0 });
    for (const { counts } of readers) expect(counts.disorders).toBe(0);

    expect(await unarchived(pool, truth(feeds.timeline, at.getTime()))).toEqual([]);
    expect(await doubled(pool)).toEqual([]);
    const { rows } = await pool.query<{ consomme: number }>(
      'select sum(consomme)::int as consomme from access.quota where compte_id = $1',
      [account],
    );
    expect(rows[0]!.consomme).toBeGreaterThanOrEqual(traffic.records);
    expect(Object.values(processes).flatMap(({ deaths }) => deaths)).toEqual([]);
    await expectReplayed();
  });

  /** The archive, read again by one process in peace, gives what two disturbed workers serve. */
  async function expectReplayed(): Promise<void> {
    const db = createDataSource({
      url: topology.databaseUrl,
      entities: AVIS_ENTITIES,
      poolSize: 4,
      applicationName: 'topology',
    });
    await db.initialize();
    try {
      const options = { clock: systemClock, limit: 500, siteUrl: SITE_URL, normaliserOf };
      expect(await replay(db, options)).toEqual({ published: 0 });
    } finally {
      await db.destroy();
    }
  }
});

/**
 * The promise of cursor mode when pages come from a replica: writers publish on the first server while clients walk on
 * two streaming replicas in turns, whose replay is held back at random, for longer than a writer may last as well. Each
 * client's copy is compared with the server.
 *
 *   npm run build && npm run bench -- replica [seconds] [unguarded]
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { readSessionAddress } from '#avis/read/session';
import { walkAvis } from '#avis/read/walk';
import type { Walk } from '#avis/read/walked';
import type { Statements } from '#platform/database/within-delay';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { visibleSources } from '#sources/registry';
import { MIGRATIONS } from '../migrations/index.js';
import { startWriters } from './copy/writers.js';
import { startStandby } from './replica/standby.js';
import { insertManyAvis } from './rows/avis.js';
import { quantile } from './scale/fit.js';

const SECONDS = Number(process.argv[2] ?? 150);
const UNGUARDED = process.argv[3] === 'unguarded';
const NOTICES = 20_000;
const WRITERS = 4;
/** Longer than a writing transaction may last (60 s): a horizon of the clock alone would pass what is not replayed. */
const LONGEST_HOLD_MS = 120_000;

interface Item {
  id: string;
  version: string;
}

let refusals = 0;
const folder = await mkdtemp(join(tmpdir(), 'marches-replica-'));
await chmod(folder, 0o755);
const home = join(folder, 'first');
const postgres = await startEmbeddedPostgres({ dataDir: home, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const owner = new pg.Pool({ connectionString: postgres.url, max: 2 });
await insertManyAvis(owner, NOTICES);
await owner.query('update read.state set loading = false');
const standbys = [
  await startStandby(postgres.url, home, join(folder, 'a')),
  await startStandby(postgres.url, home, join(folder, 'b')),
];
const replicas = standbys.map(({ url }) => new pg.Pool({ connectionString: readSessionAddress(url), max: 4 }));
try {
  console.log(await replay());
} finally {
  await Promise.all([...replicas, owner].map((pool) => pool.end()));
  for (const standby of standbys) await standby.stop();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

async function replay(): Promise<string> {
  const end = performance.now() + SECONDS * 1_000;
  const over = () => performance.now() > end;
  const writers = startWriters(postgres.url, WRITERS);
  const lags: number[] = [];
  const copies = [0, 1, 2].map(() => new Map<string, Item>());
  const clients = copies.map((copy, n) => client(copy, n, over));
  const [since] = await Promise.all([
    Promise.all(clients),
    hold(replicaOf(0), LONGEST_HOLD_MS, over),
    hold(replicaOf(1), 3_000, over),
    watch(lags, over),
  ]);
  const published = writers.published();
  await writers.stop();
  for (const pool of replicas) await caughtUp(pool);
  // What was written after the last walk of each.
  await Promise.all(copies.map((copy, n) => walk(copy, n, { updated_since: since[n] })));
  const { rows } = await owner.query<Item>(
    `select id::text, to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version from read.avis where statut <> 'retire'`,
  );
  const lost = copies.map((copy) => rows.filter(({ id, version }) => copy.get(id)?.version !== version).length);
  return JSON.stringify({
    benchmark: 'replica',
    seconds: SECONDS,
    notices: rows.length,
    published,
    refusals,
    lostOfEachClient: lost,
    lagSecondsMedian: quantile(lags, 0.5),
    lagSecondsMax: quantile(lags, 1),
  });
}

/** Copies, then asks for the changes for as long as the writers write. @returns until when everything was told. */
async function client(copy: Map<string, Item>, n: number, over: () => boolean): Promise<string> {
  let since = await walk(copy, n, { statut: 'tous' });
  while (!over()) {
    since = await walk(copy, n, { updated_since: since });
    await sleep(100);
  }
  return since;
}

function replicaOf(n: number): pg.Pool {
  const replica = replicas[n % replicas.length];
  if (replica === undefined) throw new Error('there is no replica');
  return replica;
}

/** With `unguarded`, the horizon that the first server has, on a replica: the same run then shows what is lost. */
function readerOf(page: number): Statements {
  const replica = replicaOf(page);
  if (!UNGUARDED) return replica;
  return {
    query: (statement) => {
      const text = statement.text.replace('not pg_is_in_recovery()', 'true');
      return replica.query({ ...statement, text });
    },
  };
}

/** One walk, each page from another replica than the one before. Its last page says until when everything was told. */
async function walk(copy: Map<string, Item>, n: number, given: Partial<Walk>): Promise<string> {
  let [after, since]: (string | undefined)[] = [undefined, undefined];
  for (let page = n; ; page += 1) {
    const asked: Walk = {
      filters: { source: visibleSources('interne') },
      per_page: 100,
      marginSeconds: 0,
      ...given,
      after,
    };
    if (given.updated_since === undefined) asked.since = since;
    const { items, next, synchronise_jusqu_a } = await again(() => walkAvis(readerOf(page), asked));
    for (const item of JSON.parse(`[${items.toString()}]`) as Item[]) {
      if ((copy.get(item.id)?.version ?? '') < item.version) copy.set(item.id, item);
    }
    if (next === null) return synchronise_jusqu_a;
    [after, since] = [next, synchronise_jusqu_a];
  }
}

/** SQLSTATE of a reading that the replay of the log cancelled: the API answers 503, its client asks again. */
const CANCELLED_BY_REPLAY = '40001';

async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if ((error as pg.DatabaseError).code !== CANCELLED_BY_REPLAY) throw error;
      refusals += 1;
      await sleep(100);
    }
  }
}

/** Holds the replay of a replica back again and again. */
async function hold(replica: pg.Pool, longestMs: number, over: () => boolean): Promise<void> {
  while (!over()) {
    await replica.query('select pg_wal_replay_pause()');
    const until = performance.now() + longestMs * (0.8 + Math.random() / 5);
    while (!over() && performance.now() < until) await sleep(100);
    await replica.query('select pg_wal_replay_resume()');
    await sleep(2_000);
  }
}

async function watch(lags: number[], over: () => boolean): Promise<void> {
  while (!over()) {
    const { rows } = await replicaOf(1).query<{ lag: number }>(
      'select extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag',
    );
    lags.push(rows[0]?.lag ?? 0);
    await sleep(200);
  }
}

async function caughtUp(replica: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  for (;;) {
    const replayed = await replica.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [
      rows[0]?.lsn,
    ]);
    if (replayed.rows[0]?.there === true) return;
    await sleep(100);
  }
}

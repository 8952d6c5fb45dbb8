/**
 * The guard of CI: processor time of a page of 100 through the whole chain against the same page from a bare server, both
 * with their share of PostgreSQL's, in turns. Fails when ours costs more than MOST times as much: a check or a query that
 * slipped into the hot path. Processor time, for a machine that does other work changes rates far more than it.
 *
 *   npm run build && npm run bench -- ratio
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#platform/database/migrate';
import { createPool } from '#platform/database/pool';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { createAccount, fillRows } from './serve/data.js';
import { load } from './serve/load.js';
import { drawPositions } from './serve/positions.js';
import { quantile } from './serve/report.js';
import type { Side } from './serve/side.js';
import { startBare, startOurs } from './serve/sides.js';

const AVIS = 10_000;
const CONNECTIONS = 4;
const ROUNDS = 5;
const ROUND_SECONDS = 2;
const WARM_UP_SECONDS = 4;
/** Four times what was measured (docs/performance.md): a guard against what costs several times as much. */
const MOST = 6;

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const pool = createPool({ url: postgres.url, max: 1, applicationName: 'bench-ratio', onError: () => undefined });
const sides: Side[] = [];
try {
  await fillRows(pool, AVIS, 0);
  const key = await createAccount(pool);
  sides.push(await startOurs(postgres.url, key), await startBare(postgres.url));
  const positions = await drawPositions(pool);
  const [ours, bare] = await Promise.all(
    sides.map(async (side) => ({ side, requests: await side.requestsFor(positions) })),
  );
  if (ours === undefined || bare === undefined) throw new Error('two sides are compared');
  const costOf = async ({ side, requests }: typeof ours, seconds: number) => {
    const under = { ...side.server, databasePid: postgres.pid() };
    const { times, serverMs, databaseMs } = await load(under, requests, CONNECTIONS, seconds);
    return (serverMs + databaseMs) / times.length;
  };
  for (const side of [ours, bare]) await costOf(side, WARM_UP_SECONDS);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [mine, limit] = [await costOf(ours, ROUND_SECONDS), await costOf(bare, ROUND_SECONDS)];
    ratios.push(mine / limit);
    console.log(`a page costs ${mine.toFixed(2)} ms of processor, at the limit ${limit.toFixed(2)}`);
  }
  const ratio = quantile(ratios, 0.5);
  console.log(JSON.stringify({ bench: 'ratio', ratio: Number(ratio.toFixed(2)), most: MOST, rounds: ratios.length }));
  if (ratio > MOST) {
    console.error(
      `A page costs ${ratio.toFixed(1)} times the limit; at most ${MOST} are accepted. What entered the hot path?`,
    );
    process.exitCode = 1;
  }
} finally {
  for (const { server } of sides) await server.stop();
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

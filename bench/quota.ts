/**
 * Debits a second of one account: the reserve and refund of libs/access/quota, against the same two statements in one
 * transaction that holds the row while the page is read. Durable commits, one busy account, a page of READING_MS.
 *
 *   npx tsc -p bench/tsconfig.json && node dist/bench/quota.js
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Quota } from '#access/quota/quota';
import { migrate } from '#platform/database/migrate';
import { createPool } from '#platform/database/pool';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';

const CONCURRENCY = 16;
const READING_MS = 10;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const COMPTE = '00000000-0000-4000-8000-000000000001';

/** Requests completed a second by CONCURRENCY clients that each send the next when the last is answered. */
async function throughput(request: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let done = 0;
  const client = async () => {
    for (; performance.now() < end; done += 1) await request();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  return done / (ROUND_MS / 1_000);
}

async function reserveThenRefund(quota: Quota): Promise<void> {
  const reservation = await quota.reserve(COMPTE, 'general', 100);
  await sleep(READING_MS);
  if (reservation.accorde) await quota.refund(reservation, 1);
}

async function holdTheRow(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select * from access.reserve_quota($1, 'general', 100)`, [COMPTE]);
    await sleep(READING_MS);
    await client.query(
      `select * from access.refund_quota($1, 'general', 99, (clock_timestamp() at time zone 'UTC')::date)`,
      [COMPTE],
    );
    await client.query('commit');
  } finally {
    client.release();
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const pool = createPool({
  url: postgres.url,
  max: CONCURRENCY,
  applicationName: 'bench-quota',
  onError: () => undefined,
});
try {
  await migrate(postgres.url, MIGRATIONS);
  await pool.query(`insert into access.compte (id, nom, email, plan) values ($1, 'Banc', 'banc@exemple.fr', 'pro')`, [
    COMPTE,
  ]);
  await pool.query(`insert into access.quota_limite values ($1, 'general', 1000000000)`, [COMPTE]);
  const quota = new Quota(pool);
  let [apart, held] = [0, 0];
  // In turns, so that what else the machine does weighs on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    apart += (await throughput(() => reserveThenRefund(quota))) / ROUNDS;
    held += (await throughput(() => holdTheRow(pool))) / ROUNDS;
  }
  console.log(`reserve, read, refund: ${apart.toFixed(0)} debits/s`);
  console.log(`row held while reading: ${held.toFixed(0)} debits/s`);
  console.log(`ratio: ${(apart / held).toFixed(1)} (${CONCURRENCY} clients, one account, ${READING_MS} ms a page)`);
} finally {
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

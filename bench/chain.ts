/**
 * Throughput of a page of 100 notices through the whole chain of checks, against the same page with the checks left
 * out, in turns, so that what else the machine does weighs on both. Durable commits, one account (the worst case for
 * its quota's row), 8 connections (the cap of an instance), each API a process of its own.
 *
 *   npm run build && npx tsc -p bench/tsconfig.json && node dist/bench/chain.js
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKey, hashKey, prefixeOf } from '#access/cles/key';
import { PERIMETRES } from '#contract/vocabulary';
import { apiAddress } from '#platform/database/api-address';
import { migrate } from '#platform/database/migrate';
import { createPool } from '#platform/database/pool';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { publishNotices, type TestAvis } from '../apps/api/testing/notices.js';
import { MIGRATIONS } from '../migrations/index.js';

const NOTICES = 5_000;
const CONNECTIONS = 8;
const ROUNDS = 6;
const ROUND_SECONDS = 2;
const CHECKS = ['none', 'no quota', 'all'] as const;
const COMPTE = '00000000-0000-4000-8000-000000000001';
const DESCRIPTION = 'Réfection de la couverture, isolation des combles et reprise des évacuations. '.repeat(6);

/** Pages that one walk reaches: a full page of cursor mode, the same read again, a full page of a search. */
const PAGES = {
  'cursor mode, full page': { path: '/avis?per_page=100', memory: '0' },
  'cursor mode, 20 of 100 reserved given back': { path: '/avis?per_page=100&cpv=99', memory: '0' },
  'page mode, full page': { path: '/avis?per_page=100&page=2', memory: '0' },
  'cursor mode, from memory': { path: '/avis?per_page=100', memory: '60' },
} as const;

interface Server {
  checks: (typeof CHECKS)[number];
  url: string;
  child: ChildProcess;
  /** Pages answered, and seconds spent. */
  pages: number;
  seconds: number;
}

async function startServer(checks: Server['checks'], databaseUrl: string, memory: string): Promise<Server> {
  const child = fork(fileURLToPath(new URL('./chain-server.js', import.meta.url)), {
    env: {
      PATH: process.env['PATH'],
      CHECKS: checks,
      API_DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      SYNC_MARGIN_SECONDS: '0',
      RATE_LIMIT_PER_KEY: '1000000',
      RATE_LIMIT_PER_IP: '1000000',
      MAX_IN_FLIGHT_PER_KEY: '1000',
      MAX_IN_FLIGHT: '1000',
      RESPONSE_MEMORY_SECONDS: memory,
    },
  });
  const [url] = (await once(child, 'message')) as [string];
  return { checks, url: `${url}/api/v1`, child, pages: 0, seconds: 0 };
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close');
  child.kill();
  await ended;
}

/** Loads one address for `seconds` from a process of its own. @returns pages answered with 200. */
async function load(url: string, key: string, seconds: number): Promise<number> {
  const cli = fileURLToPath(import.meta.resolve('autocannon'));
  const child = fork(cli, ['-j', '-c', String(CONNECTIONS), '-d', String(seconds), '-H', `X-API-Key=${key}`, url], {
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (part: string) => (text += part));
  await once(child, 'close');
  const result = JSON.parse(text) as { '2xx': number; non2xx: number; errors: number };
  if (result.non2xx + result.errors > 0)
    throw new Error(`${String(result.non2xx)} refusals, ${String(result.errors)} errors`);
  return result['2xx'];
}

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const pool = createPool({ url: postgres.url, max: 2, applicationName: 'bench-chain', onError: () => undefined });
const key = generateKey();
try {
  for (let from = 0; from < NOTICES; from += 500) {
    const notices = Array.from({ length: 500 }, (_, n): [string, TestAvis] => [
      `26-${String(from + n)}`,
      { description: DESCRIPTION, cpv: from + n < 80 ? '99000000' : '45261000' },
    ]);
    await publishNotices(pool, Object.fromEntries(notices));
  }
  await pool.query('update read.state set loading = false');
  await pool.query(`insert into access.compte (id, nom, email, plan) values ($1, 'Banc', 'banc@exemple.fr', 'pro')`, [
    COMPTE,
  ]);
  await pool.query(
    `insert into access.cle (id, compte_id, prefixe, hash, usage, perimetres) values ($1, $1, $2, $3, 'interne', $4)`,
    [COMPTE, prefixeOf(key), hashKey(key), PERIMETRES],
  );
  await pool.query(`insert into access.quota_limite values ($1, 'general', 2000000000)`, [COMPTE]);
  await pool.query('vacuum (analyze)');
  for (const [name, { path, memory }] of Object.entries(PAGES)) {
    const servers: Server[] = [];
    for (const checks of CHECKS) servers.push(await startServer(checks, apiAddress(postgres.url), memory));
    try {
      let bytes = 0;
      for (const { url } of servers) {
        bytes = (await (await fetch(url + path, { headers: { 'X-API-Key': key } })).text()).length;
        await load(url + path, key, 1);
      }
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const server of servers) {
          server.pages += await load(server.url + path, key, ROUND_SECONDS);
          server.seconds += ROUND_SECONDS;
        }
      }
      report(name, bytes, servers);
    } finally {
      await Promise.all(servers.map(({ child }) => stop(child)));
    }
  }
} finally {
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function report(name: string, bytes: number, servers: Server[]): void {
  console.log(`${name} (${(bytes / 1_024).toFixed(0)} kB)`);
  const cost = new Map<Server['checks'], number>();
  for (const { checks, pages, seconds } of servers) {
    cost.set(checks, (1_000 * CONNECTIONS * seconds) / pages);
    console.log(`  checks: ${checks.padEnd(9)} ${(pages / seconds).toFixed(0).padStart(6)} pages/s`);
  }
  const [off, unreserved, on] = CHECKS.map((checks) => cost.get(checks) ?? NaN) as [number, number, number];
  console.log(`  ratio: ${(off / on).toFixed(2)}`);
  console.log(
    `  of ${on.toFixed(2)} ms a page with ${String(CONNECTIONS)} at once, the chain takes ${(on - off).toFixed(2)}: ` +
      `quota ${(on - unreserved).toFixed(2)}, all other checks, headers and usage ${(unreserved - off).toFixed(2)}`,
  );
}

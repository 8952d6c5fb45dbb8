/**
 * How long the API takes to start on a warm database, from its process to the first 200 of /sante, and what API and worker
 * hold in memory after a minute without work.
 *
 *   npm run build && npm run bench -- start [starts]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '#platform/database/migrate';
import { createPool } from '#platform/database/pool';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { fillRows } from './serve/data.js';
import { treeUse } from './serve/process-tree.js';
import { quantile, reportMachine } from './serve/report.js';
import { startServer } from './serve/server-process.js';
import { startApi } from './serve/sides.js';

const STARTS = Number(process.argv[2] ?? 10);
const AVIS = 10_000;
const IDLE_SECONDS = 60;

/** What Node itself and the modules take: the same imports, nothing started. */
const IMPORTS = `
  const from = performance.now();
  await import(${JSON.stringify(new URL('../apps/api/create-api.js', import.meta.url).href)});
  const { createServer } = await import('node:http');
  createServer((request, answer) => answer.end()).listen(Number(process.env.PORT), '127.0.0.1');
`;

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const pool = createPool({ url: postgres.url, max: 1, applicationName: 'bench-start', onError: () => undefined });
const seconds = async (start: () => Promise<{ pid: number; stop(): Promise<void> }>) => {
  const from = performance.now();
  const server = await start();
  const took = (performance.now() - from) / 1_000;
  const { cpuMs } = await treeUse(server.pid);
  await server.stop();
  return { took, cpu: cpuMs / 1_000 };
};
try {
  reportMachine({ bench: 'start', starts: STARTS });
  await fillRows(pool, AVIS, 0);
  const whole: { took: number; cpu: number }[] = [];
  const imports: { took: number; cpu: number }[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    whole.push(await seconds(() => startApi(postgres.url)));
    imports.push(
      await seconds(() =>
        startServer(
          [process.execPath, '--input-type=module', '-e', `import 'reflect-metadata';${IMPORTS}`],
          {},
          { path: '/' },
        ),
      ),
    );
  }
  for (const [what, times] of Object.entries({ 'to the first 200 of /sante': whole, 'imports alone': imports })) {
    const of = (key: 'took' | 'cpu') => times.map((time) => time[key]);
    const line = {
      median: Number(quantile(of('took'), 0.5).toFixed(2)),
      least: Number(Math.min(...of('took')).toFixed(2)),
      most: Number(Math.max(...of('took')).toFixed(2)),
      cpu: Number(quantile(of('cpu'), 0.5).toFixed(2)),
    };
    console.log(`${what.padEnd(28)} median ${line.median} s (${line.least}–${line.most}), processor ${line.cpu} s`);
    console.log(JSON.stringify({ bench: 'start', what, starts: STARTS, ...line }));
  }
  await reportIdle();
} finally {
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function reportIdle(): Promise<void> {
  const worker = fileURLToPath(new URL('../apps/worker/main.js', import.meta.url));
  const api = await startApi(postgres.url);
  const idle = await startServer([process.execPath, worker], { DATABASE_URL: postgres.url, LOG_LEVEL: 'warn' }, null);
  await new Promise((resolve) => setTimeout(resolve, IDLE_SECONDS * 1_000));
  for (const [what, { pid }] of Object.entries({ api, worker: idle })) {
    const rssMb = Math.round((await treeUse(pid)).rss / 2 ** 20);
    console.log(`${what.padEnd(28)} ${rssMb} MB after ${IDLE_SECONDS} s`);
    console.log(JSON.stringify({ bench: 'start', what: `${what}, idle`, rssMb }));
  }
  await api.stop();
  await idle.stop();
}

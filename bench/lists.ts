/**
 * Every list route over HTTP, through the whole chain of checks, 4 connections at once, filters and pairs of filters
 * drawn from the data: p50, p99 and their ratio, processor time, memory of the API. No answer comes from its memory.
 *
 *   npm run build && npm run bench -- lists [notices] [folder kept and used again] [seconds of each list]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { firstPages, requestsOf } from './lists/requests.js';
import { openScaleData } from './scale/data.js';
import { draw } from './scale/draws.js';
import { quantile } from './scale/fit.js';
import { prepare } from './scale/prepare.js';
import { load } from './serve/load.js';
import { startApi } from './serve/sides.js';

const size = Number(process.argv[2] ?? 100_000);
const kept = process.argv[3];
const seconds = Number(process.argv[4] ?? 20);
const CONNECTIONS = 4;
const WARM_UP_SECONDS = 3;

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const { postgres, urls } = await openScaleData(dataDir, [size]);
const url = urls.get(size) ?? '';
try {
  const keys = await prepare(url);
  const draws = await draw(url, size);
  const api = await startApi(url);
  try {
    console.log(
      `| ${String(CONNECTIONS)} connections, ms | answers/s | p50 | p99 | slowest | p99 / p50 | ms of processor an answer: API | PostgreSQL | API's memory, MB |\n|---|---|---|---|---|---|---|---|---|`,
    );
    const lines: string[] = [];
    const totals: number[] = [];
    for (const path of firstPages(draws)) {
      const answer = await fetch(`${api.url}/api/v1${path}`, { headers: { 'X-API-Key': keys[0] ?? '' } });
      const { meta } = (await answer.json()) as { meta: { total: number } };
      totals.push(meta.total);
    }
    for (const [list, paths] of Object.entries(requestsOf(draws, totals))) {
      const requests = paths.map((path, i) => ({
        method: 'GET' as const,
        path: `/api/v1${path}`,
        headers: { 'X-API-Key': keys[i % keys.length] ?? '' },
      }));
      const under = { url: api.url, pid: api.pid, databasePid: postgres.pid() };
      if (list !== '/departements' && list !== '/sources') await load(under, requests, CONNECTIONS, WARM_UP_SECONDS);
      const { times, serverMs, databaseMs, rss, ...rest } = await load(under, requests, CONNECTIONS, seconds);
      const [p50, p99, slowest] = [0.5, 0.99, 1].map((share) => quantile(times, share)) as [number, number, number];
      const each = (ms: number) => (ms / times.length).toFixed(1);
      console.log(
        `| ${list} | ${(times.length / rest.seconds).toFixed(0)} | ${[p50, p99, slowest].map((ms) => ms.toFixed(1)).join(' | ')} | ${(p99 / p50).toFixed(1)} | ${each(serverMs)} | ${each(databaseMs)} | ${(rss / 1e6).toFixed(0)} |`,
      );
      lines.push(
        JSON.stringify({
          benchmark: 'lists',
          size,
          list,
          answers: times.length,
          p50,
          p99,
          slowest,
          serverMs,
          databaseMs,
          rss,
          ...rest,
        }),
      );
    }
    console.log(`\n${lines.join('\n')}`);
  } finally {
    await api.stop();
  }
} finally {
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}

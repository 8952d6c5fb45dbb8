/**
 * What watching costs: `npm run bench -- observation [rows]`. Each request through the observers of the API, without its
 * network; one round of the facts that a worker asks, with this many rows in a work table.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { Registry } from 'prom-client';
import { migrate } from '#platform/database/migrate';
import { createPool } from '#platform/database/pool';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { RequestMetrics } from '../apps/api/observation/request-metrics.js';
import { database } from '../apps/worker/observation/facts/database.js';
import { regularWork } from '../apps/worker/observation/facts/regular-work.js';
import { sources } from '../apps/worker/observation/facts/sources.js';
import { stages } from '../apps/worker/observation/facts/stages.js';
import { versions } from '../apps/worker/observation/facts/versions.js';
import { MIGRATIONS } from '../migrations/index.js';

const ROWS = Number(process.argv[2] ?? 1_000_000);
const REQUESTS = 1_000_000;
const ROUTES = ['/avis', '/avis/{id}', '/contrats', '/prestataires', '/moi'];

const registry = new Registry();
const metrics = new RequestMetrics(registry);
const replies = [200, 404, 429, 503].map(
  (statusCode) => ({ statusCode, elapsedTime: 3, raw: { writableFinished: true } }) as unknown as FastifyReply,
);
for (const turn of ['warm-up', 'measured']) {
  const began = process.cpuUsage();
  for (let n = 0; n < REQUESTS; n += 1) {
    const reply = replies[n % replies.length];
    const route = ROUTES[n % ROUTES.length];
    if (reply !== undefined && route !== undefined)
      metrics.ended({ route, statut: reply.statusCode }, reply, n % 4 === 3 ? 'unavailable' : null);
  }
  const { user, system } = process.cpuUsage(began);
  if (turn === 'measured') console.log(`${((user + system) / REQUESTS).toFixed(2)} µs of processor time a request`);
}

const folder = await mkdtemp(join(tmpdir(), 'bench-observation-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  await migrate(postgres.url, MIGRATIONS);
  const pool = createPool({ url: postgres.url, max: 1, applicationName: 'bench', onError: () => undefined });
  await pool.query(
    `insert into write.a_projeter (avis_id, reason, attempts) select gen_random_uuid(), 'bench', (n % 1000 = 0)::int
     from generate_series(1, $1) n`,
    [ROWS],
  );
  await pool.query('analyze write.a_projeter');
  console.log(`${ROWS} rows in write.a_projeter`);
  for (const part of [stages, sources, versions(600), regularWork, database(null)]) {
    await part.ask(pool);
    const began = performance.now();
    await part.ask(pool);
    console.log(`${part.name}: ${(performance.now() - began).toFixed(1)} ms, every ${part.everyMs / 1000} s`);
  }
  await pool.end();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * What serving costs, over HTTP: a page of 100 notices of a walk by cursor through the whole chain of checks, beside a
 * bare Fastify server (the limit) and what a user would pick instead (PostGraphile 5, a textbook NestJS and TypeORM
 * service), then every other kind of request of ours alone. Durable commits; one account, the worst case for its quota.
 *
 *   npm run build && npm run bench -- serve [notices] [contracts] [folder kept and used again]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#platform/database/migrate';
import { createPool } from '#platform/database/pool';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { compareSides } from './serve/compare-sides.js';
import { createAccount, fillRows } from './serve/data.js';
import { measureRoutes } from './serve/measure-routes.js';
import { reportMachine } from './serve/report.js';

const AVIS = Number(process.argv[2] ?? 100_000);
const CONTRATS = Number(process.argv[3] ?? 2 * AVIS);
const kept = process.argv[4];

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const pool = createPool({ url: postgres.url, max: 2, applicationName: 'bench-serve', onError: () => undefined });
try {
  reportMachine({ avis: AVIS, contrats: CONTRATS });
  await fillRows(pool, AVIS, CONTRATS);
  const world = { databaseUrl: postgres.url, databasePid: postgres.pid(), pool, key: await createAccount(pool) };
  await compareSides(world);
  await measureRoutes(world);
} finally {
  await pool.end();
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}

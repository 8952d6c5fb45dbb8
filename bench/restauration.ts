/**
 * Stamping every notice anew after a restore: `npm run bench -- restauration [notices]`. An embedded database with durable
 * commits; the command's own batches.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { insertManyNotices } from '#avis/read/testing/many-notices';
import { declareRestoration } from '#avis/write/restauration/declare';
import { restamp } from '#avis/write/restauration/restamp';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';

const NOTICES = Number(process.argv[2] ?? 1_000_000);
const BATCH = 5_000;

const folder = await mkdtemp(join(tmpdir(), 'bench-restauration-'));
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined });
try {
  await migrate(postgres.url, MIGRATIONS);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  await pool.query('update read.state set loading = false');
  await insertManyNotices(pool, NOTICES, 1);
  const size = async (): Promise<number> => {
    const { rows } = await pool.query<{ mb: number }>(`select (pg_total_relation_size('read.avis') / 1e6)::int as mb`);
    return rows[0]?.mb ?? 0;
  };
  console.log(`${NOTICES} notices: ${await size()} MB`);

  const db = createDataSource({ url: postgres.url, entities: [], poolSize: 2, applicationName: 'bench' });
  await db.initialize();
  const began = performance.now();
  await declareRestoration(db, {
    point: null,
    perte: null,
    marginSeconds: 600,
    temoin: null,
    temoinEntier: false,
    despiteWorkers: false,
    simulate: false,
  });
  const declared = performance.now();
  const longest = { ms: 0, last: declared };
  await restamp(db, {
    limit: BATCH,
    signal: new AbortController().signal,
    onProgress: () => {
      const now = performance.now();
      longest.ms = Math.max(longest.ms, now - longest.last);
      longest.last = now;
    },
  });
  const seconds = (performance.now() - declared) / 1000;
  console.log(`declared in ${((declared - began) / 1000).toFixed(1)} s`);
  console.log(`stamped in ${seconds.toFixed(0)} s, ${Math.round(NOTICES / seconds)} a second`);
  console.log(`the longest transaction ${(longest.ms / 1000).toFixed(1)} s, afterwards ${await size()} MB`);
  await db.destroy();
  await pool.end();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * The quality report over many publications: real simulated ones of BOAMP and TED, repeated under other identifiers and
 * days over two years. Seconds of each figure, memory of this process and of the database's temporary files.
 *
 *   npm run bench -- quality [publications]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anomalyFigures } from '#avis/quality/faults';
import { publicationFigures } from '#avis/quality/publications';
import { qualityReport } from '#avis/quality/report';
import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { normaliseBatch } from '#avis/write/normalise';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { normaliserOf } from '#sources/adapters';
import { gazetteDocuments } from '../apps/feeds/testing/gazette-documents.js';
import { MIGRATIONS } from '../migrations/index.js';

const PUBLICATIONS = Number(process.argv[2] ?? 100_000);
const REAL = 1_000;
const SEED = 20_261_121;
const EVERYTHING = { source: null, mois: null };

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const db = createDataSource({ url: postgres.url, entities: AVIS_ENTITIES, poolSize: 3, applicationName: 'bench' });
await db.initialize();

async function fill(): Promise<void> {
  for (const source of ['boamp', 'ted'] as const) {
    const documents = [...gazetteDocuments(source, SEED, REAL)];
    await archiveBatch(db, source, { documents, position: {}, faults: [], progress: null });
  }
  while ((await normaliseBatch(db, normaliserOf, 500)).done > 0);
  await db.query(
    `insert into write.publication (document_id, source, identifiant, kind, whole, date_publication, body)
     select p.document_id, p.source, p.identifiant || '/' || n, p.kind, p.whole, p.date_publication - (n * 7 % 730), p.body
     from write.publication p cross join generate_series(1, ($1::int / (select count(*) from write.publication)::int) - 1) n`,
    [PUBLICATIONS],
  );
  await db.query('analyze write.publication');
}

async function measure(name: string, work: () => Promise<unknown[]>): Promise<void> {
  const start = performance.now();
  const rows = await work();
  const seconds = (performance.now() - start) / 1_000;
  const memory = process.memoryUsage.rss() / 1e6;
  console.log(
    `${name.padEnd(16)} ${seconds.toFixed(1).padStart(6)} s, ${rows.length} rows, ${memory.toFixed(0)} MB of memory`,
  );
}

try {
  await fill();
  const [table] = await db.query<{ rows: number; size: string }[]>(
    `select count(*)::int as rows, pg_size_pretty(pg_total_relation_size('write.publication')) as size from write.publication`,
  );
  console.log(`${table?.rows ?? 0} publications, ${table?.size ?? ''}`);
  await measure('publications', () => publicationFigures(db.manager, EVERYTHING));
  await measure('anomalies', () => anomalyFigures(db.manager, EVERYTHING));
  await measure('whole report', async () => (await qualityReport(db, EVERYTHING, new Map())).mois);
  await measure('of one month', async () => {
    const mois = new Date().toISOString().slice(0, 7);
    return (await qualityReport(db, { source: null, mois }, new Map())).mois;
  });
  const [files] = await db.query<{ bytes: string }[]>(
    'select temp_bytes::text as bytes from pg_stat_database where datname = current_database()',
  );
  console.log(`temporary files of the database: ${files?.bytes ?? ''} bytes`);
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

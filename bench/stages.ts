/**
 * Rows a second of each stage after the archive, over 20,000 generated publications (a tenth of them corrections,
 * cancellations, awards), on an embedded database with durable commits, all indexes in place.
 *
 *   npx tsc -p bench/tsconfig.json && node dist/bench/stages.js [publications]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchOf, normaliserOf, publication } from '#avis/testing/publications';
import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { replay } from '#avis/write/replay';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import type { Publication } from '#sources/publication';
import { MIGRATIONS } from '../migrations/index.js';

const TOTAL = Number(process.argv[2] ?? 20_000);
const BATCH = 500;
const SITE_URL = 'https://exemple.fr';
const WORDS = 'réfection de la toiture du groupe scolaire et mise aux normes des installations électriques'.split(' ');

function text(seed: number, words: number): string {
  return Array.from({ length: words }, (_, index) => WORDS[(seed * 7 + index * 3) % WORDS.length]).join(' ');
}

function generated(index: number): Publication {
  const initial = index % 10 !== 9;
  const kind = initial
    ? 'initial'
    : (['correction', 'cancellation', 'attribution'] as const)[Math.floor(index / 10) % 3];
  return publication(`26-${String(index + 1)}`, {
    kind: kind ?? 'initial',
    cites: initial ? [] : [`26-${String(index - 3)}`],
    content: initial
      ? { titre: text(index, 12), description: text(index, 100), budget: index }
      : { date_limite: '2027-03-01T11:00:00Z' },
  });
}

async function measure(name: string, rows: number, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(1).padStart(6)} s ${(rows / seconds).toFixed(0).padStart(8)} rows/s`,
  );
}

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const db = createDataSource({
  url: postgres.url,
  entities: AVIS_ENTITIES,
  poolSize: 4,
  applicationName: 'bench-stages',
});
await db.initialize();
try {
  const publications = Array.from({ length: TOTAL }, (_, index) => generated(index));
  const options = { clock: systemClock, limit: BATCH, siteUrl: SITE_URL };
  const notices = publications.filter((one) => one.kind === 'initial').length;
  await measure('archive', TOTAL, async () => {
    for (let index = 0; index < TOTAL; index += BATCH) {
      await archiveBatch(db, 'boamp', batchOf(publications.slice(index, index + BATCH)));
    }
  });
  await measure('normalise (without a real normaliser)', TOTAL, async () => {
    while ((await normaliseBatch(db, normaliserOf, BATCH)).done > 0);
  });
  await measure('match, every notice new', notices, async () => {
    while ((await matchBatch(db, { limit: BATCH })).done > 0);
  });
  const projectAll = async () => {
    while ((await projectBatch(db, options)).done > 0);
  };
  await measure('project, every notice new', notices, projectAll);
  await measure('replay, nothing changes', TOTAL, () => replay(db, { ...options, normaliserOf }));
  await db.query(`insert into write.a_projeter (avis_id, reason) select id, 'reprojected' from read.avis`);
  await measure('project, every notice changed', notices, async () => {
    while ((await projectBatch(db, { ...options, siteUrl: 'https://autre.fr' })).done > 0);
  });
  const stamp = `select write.publish_avis(array(select row(id, statut, closes_at, source, departements, acheteur_siret,
    cpv, type_marche, budget, date_limite, jour_limite, date_publication, completude, completude_propre, $2, liste, detail,
    sha256(empreinte), 'reprojected')::write.avis_rendu from read.avis order by id offset $1 limit ${String(BATCH)}))`;
  await measure('publish_avis alone, every row stamped', notices, async () => {
    for (let offset = 0; offset < notices; offset += BATCH) await db.query(stamp, [offset, text(offset, 15)]);
  });
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

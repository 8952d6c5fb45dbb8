/**
 * A replay of 100,000 archived documents of the simulated BOAMP and TED: documents a second beside the first load of the
 * same archive, the difference it reports (none), the memory and disk it takes; then with one mapping changed; then the
 * time that applying takes.
 *
 *   npm run bench -- replay [documents]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch, type NormaliserOf } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { applyReplay } from '#avis/write/replay/apply-replay';
import { rebuild } from '#avis/write/replay/rebuild';
import { reportOf } from '#avis/write/replay/report';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import type { RawDocument } from '#sources/adapter';
import { normaliserOf } from '#sources/adapters';
import { gazetteDocuments } from '../apps/feeds/testing/gazette-documents.js';
import { MIGRATIONS } from '../migrations/index.js';

const DOCUMENTS = Number(process.argv[2] ?? 100_000);
const BATCH = 500;
const SEED = 20_261_121;
const options = { normaliserOf, clock: systemClock, limit: BATCH, siteUrl: 'https://exemple.fr' };

/** « procédure » is read otherwise: one served field, on every notice that gives it. */
const changedMapping: NormaliserOf = (format) => (document) => {
  const normalised = normaliserOf(format)(document);
  if (!normalised.ok) return normalised;
  const { content } = normalised.publication;
  if (content.procedure == null) return normalised;
  const publication = { ...normalised.publication, content: { ...content, procedure: `${content.procedure} *` } };
  return { ok: true, publication };
};

let peak = 0;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 200);

async function measure<T>(name: string, rows: number, work: () => Promise<T>): Promise<T> {
  peak = 0;
  const start = performance.now();
  const result = await work();
  const seconds = (performance.now() - start) / 1_000;
  console.log(
    `${name.padEnd(44)} ${seconds.toFixed(1).padStart(7)} s ${(rows / seconds).toFixed(0).padStart(7)} documents/s, at most ${(peak / 1e6).toFixed(0)} MB of memory`,
  );
  return result;
}

async function fill(db: DataSource): Promise<number> {
  let total = 0;
  for (const source of ['boamp', 'ted'] as const) {
    let documents: RawDocument[] = [];
    const archive = async () => {
      const batch = { documents, position: {}, faults: [], progress: null };
      total += (await archiveBatch(db, source, batch)).added;
      documents = [];
    };
    for (const document of gazetteDocuments(source, SEED, DOCUMENTS)) {
      if (documents.push(document) >= BATCH) await archive();
    }
    await archive();
    console.log(`archived: ${total} once ${source} is there`);
  }
  return total;
}

async function fingerprint(db: DataSource): Promise<unknown> {
  const [row] = await db.query<unknown[]>(
    `select count(*)::int as avis, max(version) as version, md5(string_agg(id || encode(empreinte, 'hex'), '' order by id)) as forms from read.avis`,
  );
  return row;
}

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const db = createDataSource({
  url: postgres.url,
  entities: AVIS_ENTITIES,
  poolSize: 3,
  applicationName: 'bench-replay',
});
await db.initialize();
try {
  const documents = await fill(db);
  await measure('first load: normalise, match, project', documents, async () => {
    while ((await normaliseBatch(db, normaliserOf, BATCH)).done > 0);
    while ((await matchBatch(db, { limit: BATCH })).done > 0);
    while ((await projectBatch(db, options)).done > 0);
  });
  const before = await fingerprint(db);

  const same = await measure('replay, nothing changes', documents, () => rebuild(db, {}, options));
  console.log(JSON.stringify(await reportOf(db.manager, same)));
  const [disk] = await db.query<{ size: string }[]>(
    `select pg_size_pretty(sum(pg_total_relation_size(oid))) as size from pg_class where relnamespace = 'shadow'::regnamespace and relkind = 'r'`,
  );
  console.log(`disk of the shadow schema: ${disk?.size ?? ''}`);
  await measure('apply it', documents, () => applyReplay(db, { ...options, despiteDisappearances: false }));
  while ((await projectBatch(db, options)).done > 0);
  console.log('ids, forms and versions the same:', JSON.stringify(before) === JSON.stringify(await fingerprint(db)));

  const changed = { ...options, normaliserOf: changedMapping };
  const other = await measure('replay, one mapping changed', documents, () => rebuild(db, {}, changed));
  const report = await reportOf(db.manager, other);
  console.log(JSON.stringify({ avis: report.avis, fields: report.fields }));
  await measure('apply it', documents, () => applyReplay(db, { ...changed, despiteDisappearances: false }));
  const stamped = await measure('publish what changed', report.avis.changed, async () => {
    let published = 0;
    for (;;) {
      const counts = await projectBatch(db, options);
      if (counts.done === 0) return published;
      published += counts.published;
    }
  });
  console.log(`stamped: ${stamped} of ${report.avis.changed} that the report announced`);
  await measure('replay of the last day only', documents, () => rebuild(db, { since: new Date() }, changed));
} finally {
  clearInterval(watch);
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

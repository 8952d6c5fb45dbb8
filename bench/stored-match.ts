/**
 * What it costs to match a day's new publications, by the stage as the worker runs it, against the notices of a few days
 * and against those of many months published at the same pace: time, processor of this process and of the database, and
 * their ratio.
 *
 *   npm run bench -- stored-match [notices...]
 */
import { cpus } from 'node:os';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { archiveBatch } from '#avis/write/archive';
import { batchOf, normaliserOf } from '#avis/testing/publications';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { createDataSource } from '#platform/database/data-source';
import { createDatabase } from './ingest/setting.js';
import { newPublications, settledNotices } from './stored-match/notices.js';
import { settle } from './stored-match/settle.js';

const asked = process.argv.slice(2).map(Number);
const SIZES = asked.length > 0 ? asked : [10_000, 100_000, 1_000_000];
const SEED = 41;
/** The worker's own. */
const BATCH = 200;
const ROUNDS = 3;

interface Cost {
  notices: number;
  micros: number;
  node: number;
  links: number;
}

const costs: Cost[] = [];
for (const size of SIZES) costs.push(await costAmong(size));

const [first] = costs;
console.log(`\n   notices   µs a publication   of which here   links   against the first (${cpus()[0]?.model ?? ''})`);
for (const { notices, micros, node, links } of costs) {
  console.log(
    `${String(notices).padStart(10)} ${micros.toFixed(0).padStart(18)} ${node.toFixed(0).padStart(15)} ${String(links).padStart(7)} ` +
      (micros / (first?.micros ?? NaN)).toFixed(2).padStart(8),
  );
  console.log(JSON.stringify({ bench: 'stored-match', notices, micros, node, links }));
}

async function costAmong(size: number): Promise<Cost> {
  const database = await createDatabase();
  const db = createDataSource({
    url: database.postgres.url,
    entities: AVIS_ENTITIES,
    poolSize: 2,
    applicationName: 'bench',
  });
  await db.initialize();
  try {
    await database.pool.query('set synchronous_commit = off');
    const settled = await settle(database.pool, settledNotices(SEED, size));
    const publications = newPublications(SEED);
    for (const source of new Set(publications.map((one) => one.source))) {
      await archiveBatch(db, source, batchOf(publications.filter((one) => one.source === source)));
    }
    while ((await normaliseBatch(db, normaliserOf, 1_000)).done > 0);
    const samples: { micros: number; node: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Each round matches the same publications as new ones: their keys, links and clusters are taken away before.
      await database.pool.query(`
        with fresh as (select id from write.avis)
        , keys as (delete from write.match_key k using fresh f where k.avis_id = f.id)
        , links as (delete from write.link l using fresh f where l.a = f.id or l.b = f.id)
        , clusters as (delete from write.cluster where true)
        , notices as (delete from write.match_notice n using fresh f where n.avis_id = f.id)
        insert into write.a_apparier (avis_id, reason) select id, 'publication' from fresh on conflict do nothing`);
      await database.pool.query(
        'vacuum analyze write.match_key, write.match_notice, write.link, write.cluster, write.a_apparier',
      );
      await database.pool.query('checkpoint');
      const [started, before] = [performance.now(), process.cpuUsage()];
      let done = 0;
      for (;;) {
        const counts = await matchBatch(db, { limit: BATCH });
        if (counts.done === 0) break;
        done += counts.done;
      }
      const used = process.cpuUsage(before);
      samples.push({ micros: ((performance.now() - started) * 1_000) / done, node: (used.user + used.system) / done });
    }
    const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from write.link');
    const best = samples.sort((a, b) => a.micros - b.micros)[Math.floor(ROUNDS / 2)] ?? { micros: NaN, node: NaN };
    console.log(
      `${settled} notices settled, ${publications.length} new ones: ${samples.map((one) => one.micros.toFixed(0)).join(', ')} µs each`,
    );
    return { notices: settled, ...best, links: rows[0]?.n ?? 0 };
  } finally {
    await db.destroy();
    await database.close();
  }
}

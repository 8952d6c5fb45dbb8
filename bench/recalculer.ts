/**
 * Records of contracts, contractors and buyers from folded contracts: the first load, one stage after the other; then one
 * new contract of a company that holds 10, of one that holds 10,000, of the largest buyer; then a thousand of one buyer.
 *
 *   npm run bench -- recalculer [contracts]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recalculateBatch } from '#contrats/write/recalculate';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { peakOf } from './deduce/peak.js';
import { BIG_BUYER, fill, LARGE, SMALL } from './recalculer/fill.js';

const CONTRATS = Number(process.argv[2] ?? 100_000);
const OPTIONS = { limit: 500, siteUrl: 'https://site.example', today: '2026-11-21' };
const TIMES = 9;

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const db = createDataSource({ url: postgres.url, entities: [], poolSize: 3, applicationName: 'bench' });
await db.initialize();

async function drain(): Promise<{ done: number; slowest: number }> {
  const total = { done: 0, slowest: 0 };
  for (;;) {
    const started = performance.now();
    const { done, failed } = await recalculateBatch(db, OPTIONS);
    if (failed > 0) throw new Error('write.a_recalculer says why some rows failed');
    if (done === 0) return total;
    total.done += done;
    total.slowest = Math.max(total.slowest, performance.now() - started);
  }
}

async function load(objet: string, sql: string): Promise<void> {
  await db.query('truncate write.a_recalculer');
  await db.query(`insert into write.a_recalculer (objet, cle) ${sql}`);
  await db.query('analyze; checkpoint');
  const started = performance.now();
  const { result, node, postgres: server } = await peakOf(db, drain);
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${objet}: ${result.done} in ${seconds.toFixed(1)} s, ${(result.done / seconds).toFixed(0)}/s; slowest batch ${result.slowest.toFixed(0)} ms; ` +
      `peak ${node.toFixed(0)} MB here, ${server.toFixed(0)} MB in a database session`,
  );
}

let arrived = CONTRATS;

/** New contracts like an old one, of another company or buyer. */
async function arrive(count: number, siren: string, acheteur: string): Promise<void> {
  await db.query(
    `with model as (select facts::text as text from write.contrat limit 1), made as (
       insert into write.contrat (uid, racine, acheteur_siret, facts)
       select 'B' || m, 'B' || m, $3, regexp_replace(regexp_replace(regexp_replace(text, '"titulaires" : \\[.*?\\]',
           '"titulaires" : [{"siret" : "' || $4 || '00010", "siren" : "' || $4 || '", "nom" : null}]'),
           '"acheteur" : \\{.*?\\}', '"acheteur" : {"siret" : "' || $3 || '", "nom" : null}'),
           '"date_notification" : "[0-9-]*"', '"date_notification" : "2026-11-20"')::json
       from model cross join generate_series($1::int, $2::int) as m returning uid)
     insert into write.a_recalculer (objet, cle) select 'contrat', uid from made`,
    [arrived, arrived + count - 1, acheteur, siren],
  );
  arrived += count;
}

async function oneMore(name: string, count: number, siren: string, acheteur: string): Promise<void> {
  const times: number[] = [];
  let done = 0;
  for (let run = 0; run < TIMES; run++) {
    await arrive(count, siren, acheteur);
    const started = performance.now();
    ({ done } = await drain());
    times.push(performance.now() - started);
  }
  const median = [...times].sort((a, b) => a - b)[(TIMES - 1) / 2] ?? 0;
  console.log(`${name}: ${median.toFixed(0)} ms for ${done} rows (${times.map((one) => one.toFixed(0)).join(', ')})`);
}

try {
  await fill(db, CONTRATS);
  await load('contracts', `select 'contrat', uid from write.contrat`);
  await load('contractors', `select distinct 'prestataire', siren from write.contrat_titulaire`);
  await load('buyers', `select distinct 'acheteur', acheteur_siret from write.contrat`);
  await db.query('vacuum analyze');
  const [size] = await db.query<Record<string, string>[]>(
    `select pg_size_pretty(pg_total_relation_size('read.contrat')) as contrat,
       pg_size_pretty(pg_total_relation_size('read.contrat_titulaire')) as contrat_titulaire,
       pg_size_pretty(pg_total_relation_size('read.prestataire')) as prestataire,
       pg_size_pretty(pg_total_relation_size('read.acheteur')) as acheteur`,
  );
  console.log(JSON.stringify(size));
  const nobody = '29999999900010';
  await oneMore(`one contract, new company and buyer`, 1, '900000009', nobody);
  await oneMore(`one contract of a company that holds ${SMALL.contrats}`, 1, SMALL.siren, nobody);
  await oneMore(`one contract of a company that holds ${LARGE.contrats}`, 1, LARGE.siren, nobody);
  await oneMore(`one contract of a buyer with ${BIG_BUYER.share * CONTRATS}`, 1, '900000009', BIG_BUYER.siret);
  await oneMore('1,000 contracts of one company and buyer', 1_000, '900000008', '29999999800010');
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/**
 * What keeping the feeds costs: 1,000 accounts with a profile each, 100,000 open notices; one new notice, one changed
 * profile, against scoring every pair; on an embedded database with durable commits, all indexes in place.
 *
 *   npm run bench -- noter [open notices] [accounts]
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Annonce } from '#opportunites/annonce';
import { ProfilIndex } from '#opportunites/score/candidates';
import { prepareAnnonce, prepareProfil } from '#opportunites/score/prepared';
import { scorePrepared } from '#opportunites/score/score';
import { annonceOf } from '#opportunites/write/annonces';
import { matchingAnnonces } from '#opportunites/write/matching-annonces';
import { noterAvis } from '#opportunites/write/noter-avis';
import { noterProfil } from '#opportunites/write/noter-profil';
import { StoredProfils } from '#opportunites/write/stored-profils';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { drawAvis, drawProfil, drawsOf } from './noter/draw.js';

const NOTICES = Number(process.argv[2] ?? 100_000);
const ACCOUNTS = Number(process.argv[3] ?? 1_000);
const BATCH = 200;
const SINGLE = 200;
const PROFILES_AGAIN = 50;
const NAIVE = 5;
const ROUNDS = 6;

const draw = drawsOf(20_261_121);
const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const db = createDataSource({ url: postgres.url, entities: [], poolSize: 2, applicationName: 'bench-noter' });
await db.initialize();

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
/** Milliseconds of processor. */
function processorTime(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
const at = (times: readonly number[], share: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const say = (what: string, text: string) => console.log(`${what.padEnd(52)} ${text}`);
const spread = (times: readonly number[]) =>
  `median ${at(times, 0.5).toFixed(1)} ms, p95 ${at(times, 0.95).toFixed(1)} ms, longest ${at(times, 1).toFixed(1)} ms`;

/** Notices straight into the served table, queued as their stamp would. */
async function serve(count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => drawAvis(draw, randomUUID()));
  await db.query(
    `with r as (select * from json_to_recordset($1::json) as r (id uuid, departements text[], detail text)),
     served as (insert into read.avis (id, version, statut, source, departements, liste, detail, empreinte)
       select id, clock_timestamp() + random() * interval '1 year', 'ouvert', 'boamp', departements, '{}', detail, '' from r)
     insert into write.a_noter (avis_id) select id from r`,
    [JSON.stringify(rows)],
  );
  return rows.map((row) => row.id);
}

const profils = new StoredProfils();
async function noteAll(): Promise<number> {
  let changed = 0;
  for (;;) {
    const counts = await noterAvis(db, profils, { limit: BATCH });
    changed += counts.changed;
    if (counts.done === 0) return changed;
  }
}

try {
  for (let served = 0; served < NOTICES; served += 2_000) await serve(Math.min(2_000, NOTICES - served));
  const loading = await timed(noteAll);
  say('a notice taken in, nobody asking (batches of 200)', `${(loading / NOTICES).toFixed(2)} ms`);
  await db.query('vacuum analyze write.annonce');

  const asked = Array.from({ length: ACCOUNTS }, () => ({ compte_id: randomUUID(), profil: drawProfil(draw) }));
  await db.query(
    'insert into write.profil (compte_id, profil) select * from json_to_recordset($1::json) as r (compte_id uuid, profil json)',
    [JSON.stringify(asked)],
  );
  const firsts: number[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) firsts.push(await timed(() => noterProfil(db)));
  await db.query('vacuum analyze read.opportunite');
  const feeds = await db.query<{ n: number }[]>('select count(*)::int as n from read.opportunite group by compte_id');
  const sizes = feeds.map(({ n }) => n);
  const rows = sizes.reduce((sum, n) => sum + n, 0);
  say('feeds', `${String(rows)} rows; an account: median ${String(at(sizes, 0.5))}, largest ${String(at(sizes, 1))}`);
  say('a new profile, its feed written', spread(firsts));

  const again: number[] = [];
  for (const { compte_id, profil } of asked.slice(0, PROFILES_AGAIN)) {
    await db.query('update write.profil set profil = $2 where compte_id = $1', [
      compte_id,
      JSON.stringify({ ...profil, departements: ['35'], rayon_km: 300 }),
    ]);
    again.push(await timed(() => noterProfil(db)));
  }
  say('a changed profile (place), every row of it', spread(again));

  const singles: number[] = [];
  await noterAvis(db, profils, { limit: 1 });
  for (let n = 0; n < SINGLE; n += 1) {
    await serve(1);
    singles.push(await timed(() => noterAvis(db, profils, { limit: 1 })));
  }
  say(`a new notice, ${String(ACCOUNTS)} profiles, alone`, spread(singles));
  const many = await serve(2_000);
  let changed = 0;
  const batches = await timed(async () => {
    changed = await noteAll();
  });
  say(
    'a new notice, in batches of 200',
    `${(batches / many.length).toFixed(2)} ms, ${(changed / many.length).toFixed(1)} rows`,
  );
  await db.query('insert into write.a_noter select unnest($1::uuid[])', [many]);
  const same = await timed(noteAll);
  say('a notice whose scores do not change, likewise', `${(same / many.length).toFixed(2)} ms`);

  // The naive way, in memory alone: what it reads and writes besides would be the same or more.
  const prepared = new Map(asked.map(({ compte_id, profil }) => [compte_id, prepareProfil(profil)]));
  const index = new ProfilIndex(prepared);
  const drawn = Array.from({ length: 500 }, () => drawAvis(draw, randomUUID()));
  const notices = drawn.map((one) => prepareAnnonce(annonceOf({ ...one, ouvert: true }).annonce));
  const naively: number[] = [];
  const byIndex: number[] = [];
  const found = { naively: 0, byIndex: 0, candidates: 0 };
  // In turns, the first of them to warm up; processor time, since nothing waits here for a disk.
  for (let round = 0; round < ROUNDS; round += 1) {
    naively.push(
      processorTime(() => {
        for (const notice of notices) {
          for (const profil of prepared.values()) if (scorePrepared(profil, notice)) found.naively += 1;
        }
      }),
    );
    byIndex.push(
      processorTime(() => {
        for (const notice of notices) {
          const candidates = index.candidatesOf(notice);
          found.candidates += candidates.size;
          for (const profil of candidates.values()) if (scorePrepared(profil, notice)) found.byIndex += 1;
        }
      }),
    );
  }
  if (found.naively !== found.byIndex) throw new Error('the index does not find all that matches');
  const [every, some] = [naively, byIndex].map((times) => at(times.slice(1), 0.5) / notices.length) as [number, number];
  const candidates = found.candidates / ROUNDS / notices.length;
  say(
    'a new notice, scoring alone: every profile / candidates',
    `${every.toFixed(3)} / ${some.toFixed(3)} ms of processor, ratio ${(every / some).toFixed(1)} (${candidates.toFixed(0)} candidates)`,
  );

  const naive: number[] = [];
  const looked: number[] = [];
  for (const { compte_id, profil } of asked.slice(0, NAIVE)) {
    const own = prepareProfil(profil);
    naive.push(
      await timed(async () => {
        const all = await db.query<(Annonce & { facts: object })[]>(
          'select avis_id as id, cpv, departements, mots, facts from write.annonce where ouvert',
        );
        for (const { facts, ...one } of all) scorePrepared(own, prepareAnnonce({ ...one, ...facts }));
      }),
    );
    looked.push(
      await timed(() =>
        db.transaction(async (manager) => {
          for (const one of await matchingAnnonces(manager, compte_id, own)) scorePrepared(own, one);
        }),
      ),
    );
  }
  say(
    'a changed profile, rows not written: every notice / found',
    `${at(naive, 0.5).toFixed(0)} / ${at(looked, 0.5).toFixed(0)} ms, ratio ${(at(naive, 0.5) / at(looked, 0.5)).toFixed(1)}`,
  );

  for (const table of ['read.opportunite', 'write.annonce']) {
    const [size] = await db.query<{ heap: number; whole: number }[]>(
      `select pg_table_size($1)::float8 as heap, pg_total_relation_size($1)::float8 as whole`,
      [table],
    );
    say(
      table,
      `${((size?.whole ?? 0) / 1e6).toFixed(0)} MB, ${((size?.heap ?? 0) / 1e6).toFixed(0)} of them without indexes`,
    );
  }
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

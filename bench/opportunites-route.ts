/**
 * Pages of GET /opportunites asked by many accounts in turn, over HTTP through the whole chain of checks, each account
 * with a feed of its own among many open notices; in turns with the same query alone, and with the naive way: reading the
 * notices that may match from the same database and scoring them when the feed is asked.
 *
 *   npm run build && npm run bench -- opportunites-route [open notices] [accounts] [rows of a feed] [folder kept and used again]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { generateKey, hashKey, prefixeOf } from '#access/cles/key';
import { readSessionAddress } from '#avis/read/session';
import { insertManyNotices } from '#avis/read/testing/many-notices';
import { STATUTS_UTILISATEUR_DEFAULT, VERDICTS_DEFAULT } from '#contract/parameters/opportunites-query';
import { PERIMETRES } from '#contract/vocabulary';
import { searchFeed } from '#opportunites/read/feed';
import { insertManyOpportunites, compteOf } from '#opportunites/read/testing/many-opportunites';
import { prepareAnnonce, prepareProfil } from '#opportunites/score/prepared';
import { scorePrepared } from '#opportunites/score/score';
import type { Annonce } from '#opportunites/annonce';
import { apiAddress } from '#platform/database/api-address';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { visibleSources } from '#sources/registry';
import { MIGRATIONS } from '../migrations/index.js';

const NOTICES = Number(process.argv[2] ?? 100_000);
const COMPTES = Number(process.argv[3] ?? 1_000);
const ROWS = Number(process.argv[4] ?? 2_000);
const kept = process.argv[5];
/** Requests of each kind, one after the other, and between two runs of the naive way. */
const REQUESTS = 500;
const NAIVE_EVERY = 25;

/** What is asked of the account n. */
const KINDS: Record<string, (n: number) => string> = {
  'first page, 20 notices': () => '/opportunites',
  'first page, 100 notices': () => '/opportunites?per_page=100',
  'deepest page, 100 notices': () => '/opportunites?per_page=100&page=10&score_min=0',
  'departement, CPV, budget': () => '/opportunites?departement=35,22,29&cpv=45&budget_max=500000',
  'a common word': () => '/opportunites?q=travaux',
  'a rare word': (n) => `/opportunites?q=commune${String(n)}`,
};

const share = (times: number[], quantile: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * quantile))] ?? 0;
const cells = (times: number[]): string =>
  [0.5, 0.99, 1].map((quantile) => share(times, quantile).toFixed(1).padStart(8)).join(' ');

async function fill(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from read.opportunite');
  if ((rows[0]?.n ?? 0) > 0) return;
  // One in ten is retired; all the others are open.
  await insertManyNotices(owner, Math.ceil(NOTICES / 0.9), 30, 1);
  await owner.query('update read.state set loading = false');
  await insertManyOpportunites(owner, COMPTES, ROWS);
}

/** A key for each account. */
async function createKeys(owner: pg.Pool): Promise<string[]> {
  const keys = Array.from({ length: COMPTES }, () => generateKey());
  const comptes = keys.map((_, n) => compteOf(n + 1));
  await owner.query('truncate access.compte cascade');
  await owner.query(
    `insert into access.compte (id, nom, email, plan) select id, 'Banc', 'banc@exemple.fr', 'pro' from unnest($1::uuid[]) as c (id)`,
    [comptes],
  );
  await owner.query(
    `insert into access.cle (id, compte_id, prefixe, hash, usage, perimetres)
     select id, id, prefixe, hash, 'interne', $4 from unnest($1::uuid[], $2::text[], $3::bytea[]) as c (id, prefixe, hash)`,
    [comptes, keys.map(prefixeOf), keys.map(hashKey), PERIMETRES],
  );
  await owner.query(
    `insert into access.quota_limite select id, 'general', 2000000000 from unnest($1::uuid[]) as c (id)`,
    [comptes],
  );
  return keys;
}

async function timedRequest(url: string, key: string): Promise<number> {
  const start = performance.now();
  const answer = await fetch(url, { headers: { 'X-API-Key': key } });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${url}: ${String(answer.status)}`);
  return performance.now() - start;
}

/** The first page as the route asks it, without HTTP nor checks. */
async function queryAlone(pool: pg.Pool, n: number): Promise<void> {
  const filters = { score_min: 50, verdict: VERDICTS_DEFAULT, statut_utilisateur: STATUTS_UTILISATEUR_DEFAULT };
  const visible = visibleSources('interne');
  await searchFeed(pool, { compteId: compteOf(n + 1), visible, served: visible, filters, page: 1, per_page: 20 });
}

const PROFIL = prepareProfil({
  cpv: ['45', '71'],
  mots_cles: ['rénovation', 'commune77'],
  departements: ['35', '22'],
  rayon_km: 100,
  budget_min: 10_000,
  budget_max: 500_000,
  types_marche: ['Travaux'],
  procedures: [],
});

/** The notices of a trade read, scored and sorted; the texts of the page are left out. @returns how many match. */
async function naive(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<Annonce>(
    `select id, cpv, tsvector_to_array(recherche) as mots, departements, budget::float8 as budget, type_marche, null as procedure
     from read.avis where statut = 'ouvert' and (closes_at is null or closes_at > now())
       and (cpv ^@ '45' or cpv ^@ '71' or recherche @@ to_tsquery('read.francais', 'renovation | commune77'))`,
  );
  const feed = rows.flatMap((annonce) => {
    const scored = scorePrepared(PROFIL, prepareAnnonce(annonce));
    return scored === null ? [] : [{ id: annonce.id, ...scored }];
  });
  feed.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return feed.length;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function askAll(base: string, keys: string[], pool: pg.Pool): Promise<void> {
  const [alone, scoring] = ['the query of the first page alone', 'the naive way: read and scored when asked'];
  const times = new Map([...Object.keys(KINDS), alone, scoring].map((kind): [string, number[]] => [kind, []]));
  let matching = 0;
  for (let n = 0; n < REQUESTS; n += 1) {
    // Primes apart: no account asks twice in a row.
    const asked = (n * 389) % keys.length;
    for (const [kind, path] of Object.entries(KINDS)) {
      times.get(kind)?.push(await timedRequest(`${base}${path(asked)}`, keys[asked] ?? ''));
    }
    times.get(alone)?.push(await timed(() => queryAlone(pool, asked)));
    if (n % NAIVE_EVERY === 0) times.get(scoring)?.push(await timed(async () => (matching = await naive(pool))));
  }
  console.log('ms:  median      p99      max');
  for (const [kind, all] of times) console.log(`    ${cells(all)}  ${kind}`);
  const [naiveWay, route] = [times.get(scoring) ?? [], times.get('first page, 20 notices') ?? []];
  console.log(
    `ratio: ${(share(naiveWay, 0.5) / share(route, 0.5)).toFixed(1)} at the median (${String(matching)} notices match the naive profile)`,
  );
}

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const owner = new pg.Pool({ connectionString: postgres.url, max: 1 });
const reader = new pg.Pool({ connectionString: readSessionAddress(postgres.url), max: 1 });
for (const pool of [owner, reader]) pool.on('error', () => undefined);
try {
  await fill(owner);
  const keys = await createKeys(owner);
  await owner.query('vacuum (analyze)');
  const server = fork(fileURLToPath(new URL('./chain-server.js', import.meta.url)), {
    env: {
      PATH: process.env['PATH'],
      CHECKS: 'all',
      API_DATABASE_URL: apiAddress(postgres.url),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_KEY: '1000000',
      RATE_LIMIT_PER_IP: '1000000',
    },
  });
  try {
    const [url] = (await once(server, 'message')) as [string];
    await askAll(`${url}/api/v1`, keys, reader);
  } finally {
    const ended = once(server, 'close');
    server.kill();
    await ended;
  }
} finally {
  await reader.end();
  await owner.end();
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}

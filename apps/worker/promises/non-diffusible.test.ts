import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { ContratServi } from '#contract/contrats';
import { CANARI, canariIn } from '#contrats/sirene/canari';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createKey } from '../../api/testing/api.js';
import { startApiProcess, type ApiProcess } from '../../api/testing/api-process.js';
import { createFeeds, type Feeds } from '../../feeds/server.js';
import { ops } from '../../ops/testing/ops.js';
import { until } from '../testing/runs.js';
import { startWorker, type WorkerProcess } from '../testing/worker-process.js';

/**
 * Who may not be disclosed is nowhere: the canary (libs/contrats/sirene/canari.ts) holds contracts alone and with others and
 * is a subcontractor in the simulated registers, SIRENE forbids to name it. Answers are searched for it by the suite itself
 * (libs/contrats/testing/watch-answers.ts), here the tables and logs too, from the first record on.
 */
jest.setTimeout(300_000);

const PATIENCE_MS = 240_000;
/** In these registers the canary is a first holder, a co-holder and a subcontractor. */
const SEED = 140;
const SIZE = 400;
const WORDS = [CANARI.nom, CANARI.prenom, `${CANARI.prenom} ${CANARI.nom}`];

let database: TestDatabase;
let feeds: Feeds;
let worker: WorkerProcess;
let api: ApiProcess;
let key: string;
let folder: string;
let env: Record<string, string>;
/** Looks at the tables that were taken while the registers came in. */
let looks = 0;
const found: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marches-non-diffusible-'));
  database = await createTestDatabase();
  const now = new Date('2026-11-20T10:00:00Z');
  feeds = await createFeeds({ seed: SEED, size: SIZE, now: () => now });
  env = { DATABASE_URL: database.url, FEEDS_URL: feeds.url, DATA_DIR: folder };
  worker = startWorker({ ...env, LOG_LEVEL: 'debug', IMPORT_DECP_SECONDS: '86400', IMPORT_SIRENE_SECONDS: '86400' });
  ({ key } = await createKey(database, { limites: { general: 1_000_000, decp: 1_000_000 } }));
  api = await startApiProcess({
    API_DATABASE_URL: database.apiUrl,
    LOG_LEVEL: 'debug',
    RATE_LIMIT_PER_KEY: '1000000',
    RATE_LIMIT_PER_IP: '1000000',
    RESPONSE_MEMORY_SECONDS: '0',
  });
  const stop = new AbortController();
  const watched = watch(stop.signal);
  try {
    await until(database.pool, 'select not loading from read.state', [], PATIENCE_MS);
    await until(database.pool, SETTLED, [], PATIENCE_MS);
  } finally {
    stop.abort();
    await watched;
  }
});
afterAll(async () => {
  await worker.end('SIGTERM');
  await api.end('SIGTERM');
  await feeds.close();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Every register is imported, SIRENE was asked about everybody, everything is rendered. */
const SETTLED = `
  select (select count(distinct registre) from write.import where outcome = 'succeeded') = 5
    and not exists (select from write.import where outcome is null)
    and not exists (select from write.contrat_titulaire t cross join (values ('sirene_unites'), ('sirene_etablissements')) as r (registre)
      where t.siren is not null
        and not exists (select from write.siren_cherche c where c.registre = r.registre and c.siren = t.siren))
    and not exists (select from write.a_recalculer)`;

/** Every table that the API may read in which a row holds the canary in any column. */
async function tablesThatTell(pool: Pool, pattern = `${CANARI.siren}|xylophan|zwitterm`): Promise<string[]> {
  const tables = await pool.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'v', 'm', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
       and has_schema_privilege('marches_api', n.oid, 'usage') and has_any_column_privilege('marches_api', c.oid, 'select')`,
  );
  const telling = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(`select from ${name} as t where t::text ~* $1 limit 1`, [pattern]);
    if (rows.length > 0) telling.push(name);
  }
  return telling;
}

interface Answered {
  status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the answer of any route
  body: any;
}

async function ask(path: string): Promise<Answered> {
  const answer = await fetch(api.baseUrl + path, { headers: { 'X-API-Key': key } });
  return { status: answer.status, body: await answer.json() };
}

/** Looks at the tables again and again until it is told to stop. */
async function watch(signal: AbortSignal): Promise<void> {
  for (; !signal.aborted; looks++) found.push(...(await tablesThatTell(database.pool)));
}

/** Every item of a list that is walked by cursor. */
async function walk(path: string): Promise<ContratServi[]> {
  const items: ContratServi[] = [];
  for (let curseur: string | null = ''; curseur !== null;) {
    const { status, body }: Answered = await ask(`${path}&limite=100${curseur === '' ? '' : `&curseur=${curseur}`}`);
    expect({ path, status }).toEqual({ path, status: 200 });
    const page = body as { data: ContratServi[]; meta: { curseur_suivant: string | null } };
    items.push(...page.data);
    curseur = page.meta.curseur_suivant;
  }
  return items;
}

async function slugs(query = ''): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; page <= 10; page++) {
    const { body } = await ask(`/prestataires?per_page=100&page=${page}${query}`);
    const data = (body as { data: { slug: string }[] }).data;
    all.push(...data.map(({ slug }) => slug));
    if (data.length < 100) break;
  }
  return all;
}

interface Held {
  uid: string;
  rang: number;
  acheteur: string | null;
  partenaires: string[];
}

async function heldByCanary(): Promise<Held[]> {
  const { rows } = await database.pool.query<Held>(
    `select t.uid, t.rang, c.acheteur_siret as acheteur,
       array(select o.siren from write.contrat_titulaire o left join write.unite_legale u using (siren)
         where o.uid = t.uid and o.siren <> t.siren and u.diffusible is distinct from false) as partenaires
     from write.contrat_titulaire t join write.contrat c using (uid) where t.siren = $1`,
    [CANARI.siren],
  );
  return rows;
}

test('the canary is in the registers: alone, with others, as a subcontractor; and SIRENE knows it', async () => {
  const held = await heldByCanary();
  expect(held.filter(({ rang, partenaires }) => rang === 0 && partenaires.length === 0)).not.toHaveLength(0);
  expect(held.filter(({ rang }) => rang > 0)).not.toHaveLength(0);
  const { rows } = await database.pool.query(
    `select exists (select from write.declaration where body ~ 'sousTraitant[^}]{0,80}${CANARI.siren}') as subcontractor,
       exists (select from write.declaration where body ~* '${CANARI.nom}') as named,
       (select diffusible from write.unite_legale where siren = '${CANARI.siren}') as diffusible`,
  );
  expect(rows).toEqual([{ subcontractor: true, named: true, diffusible: false }]);
});

test('no table that the API may read ever held it, from the first record on', async () => {
  expect(looks).toBeGreaterThan(3);
  expect(found).toEqual([]);
  expect(await tablesThatTell(database.pool)).toEqual([]);
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_class c join pg_namespace s on s.oid = c.relnamespace
     where s.nspname = 'write' and c.relkind in ('r', 'v', 'm', 'p') and has_any_column_privilege('marches_api', c.oid, 'select')`,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('its contracts are served without it, to whoever looks for them by their other parties', async () => {
  const held = await heldByCanary();
  for (const { uid, rang, acheteur, partenaires } of held) {
    const lists = [
      ...(acheteur === null ? [] : [`/contrats?acheteur_siret=${acheteur}`]),
      ...partenaires.map((siren) => `/contrats?titulaire_siren=${siren}`),
    ];
    for (const list of lists) {
      const items = await walk(list);
      const item = items.find((one) => one.uid === uid);
      if (item === undefined) throw new Error(`${list} lacks ${uid}`);
      const served = rang === 0 ? item.titulaire : item.cotitulaires[rang - 1];
      expect(served).toMatchObject({ siret: null, nom: null });
      expect(rang === 0 ? item.non_diffusible : item.cotitulaires[rang - 1]?.non_diffusible).toBe(true);
      for (const word of WORDS) expect(await walk(`${list}&q=${encodeURIComponent(word)}`)).toEqual([]);
    }
  }
});

test('no filter, list, record or search finds it', async () => {
  expect(await walk(`/contrats?titulaire_siren=${CANARI.siren}`)).toEqual([]);
  for (const siret of CANARI.sirets) {
    expect(await walk(`/contrats?titulaire_siret=${siret}`)).toEqual([]);
    expect((await ask(`/prestataires/xylophandre-zwittermont-${siret}`)).status).toBe(404);
    expect((await ask(`/acheteurs/${siret}`)).status).toBe(404);
  }
  for (const word of WORDS) {
    for (const route of ['/prestataires?', '/avis?page=1&']) {
      const { status, body } = await ask(`${route}q=${encodeURIComponent(word)}`);
      expect({ status, body: body as unknown }).toMatchObject({ status: 200, body: { data: [], meta: { total: 0 } } });
    }
  }
  const everybody = await slugs();
  expect(everybody.length).toBeGreaterThan(50);
  for (const order of ['&tri=montant', '&cpv=45', '&taille=PME']) await slugs(order);
  for (const slug of everybody) expect((await ask(`/prestataires/${slug}`)).status).toBe(200);
  const buyers = new Set((await heldByCanary()).flatMap(({ acheteur }) => acheteur ?? []));
  for (const siret of buyers) expect((await ask(`/acheteurs/${siret}`)).status).toBe(200);
  const { rows } = await database.pool.query<{ division: string }>(
    'select distinct left(cpv, 2) as division from read.contrat where cpv is not null',
  );
  for (const { division } of rows) await walk(`/contrats?cpv=${division}`);
  expect((await ask('/attributions?limite=100')).status).toBe(200);
});

test('no refusal repeats it', async () => {
  const wrong = [
    `/contrats?titulaire_siren=${CANARI.siren}0`,
    `/contrats?titulaire_siret=${CANARI.siren}`,
    `/contrats?cpv=${CANARI.siren}`,
    `/contrats?departement=${CANARI.siren}`,
    `/contrats?cpv=45&curseur=${CANARI.siren}`,
    `/contrats?cpv=45&q=${CANARI.nom}`,
    `/contrats?q=${CANARI.nom}`,
    `/prestataires?tri=pertinence&cpv=${CANARI.siren}`,
    `/acheteurs/${CANARI.siren}`,
  ];
  for (const path of wrong) {
    const { status } = await ask(path);
    expect({ path, refused: status === 400 || status === 404 }).toEqual({ path, refused: true });
  }
});

test('what the processes logged, every request and every stage, tells of it nowhere', () => {
  expect(api.printed()).toContain('/api/v1/contrats');
  expect(worker.printed()).toContain('SIRENE read');
  expect(canariIn(api.printed() + worker.printed() + worker.complaints())).toBeNull();
});

test('a company that forbids it later goes from everywhere, and comes back as it was when it allows it again', async () => {
  const { rows } = await database.pool.query<{ siren: string; slug: string }>(
    `select siren, slug from read.prestataire join write.unite_legale u using (siren)
     where u.categorie_juridique <> '1000' and nombre_contrats > 2 order by nombre_contrats desc, siren limit 1`,
  );
  const [chosen] = rows;
  if (chosen === undefined) throw new Error('nobody holds three contracts');
  const { siren, slug } = chosen;
  const unite = await database.pool.query<Record<string, string | null>>(
    'select * from write.unite_legale where siren = $1',
    [siren],
  );
  const before = await ask(`/prestataires/${slug}`);
  const contracts = await walk(`/contrats?titulaire_siren=${siren}`);
  expect(before.status).toBe(200);
  expect(contracts.length).toBeGreaterThan(2);

  await disclosure(unite.rows[0] ?? {}, 'P');
  expect((await ask(`/prestataires/${slug}`)).status).toBe(404);
  expect(await walk(`/contrats?titulaire_siren=${siren}`)).toEqual([]);
  expect(await slugs()).not.toContain(slug);
  expect(await tablesThatTell(database.pool, siren)).toEqual([]);

  await disclosure(unite.rows[0] ?? {}, 'O');
  expect(await ask(`/prestataires/${slug}`)).toEqual(before);
  expect(await walk(`/contrats?titulaire_siren=${siren}`)).toEqual(contracts);
});

/** SIRENE publishes another edition, in which only this company's status differs; it is imported and rendered. */
async function disclosure(unite: Record<string, string | null>, status: 'O' | 'P'): Promise<void> {
  const { siren, nom, categorie, categorie_juridique, activite, siege } = unite;
  const path = join(folder, `StockUniteLegale-${status}.csv`);
  await writeFile(
    path,
    'siren,statutDiffusionUniteLegale,denominationUniteLegale,categorieEntreprise,categorieJuridiqueUniteLegale,activitePrincipaleUniteLegale,nicSiegeUniteLegale\n' +
      `${siren ?? ''},${status},"${nom ?? ''}",${categorie ?? ''},${categorie_juridique ?? ''},${activite ?? ''},${siege?.slice(9) ?? ''}\n`,
  );
  await importSirene(path);
  await importSirene('etablissements');
  await until(database.pool, SETTLED, [], PATIENCE_MS);
}

/** By hand, once the worker leaves the file to us. */
async function importSirene(what: string): Promise<void> {
  for (const limit = Date.now() + PATIENCE_MS; ;) {
    const { code, stderr } = await ops(['importer', 'sirene', what], env);
    if (code === 0) return;
    if (!stderr.includes('is under way') || Date.now() > limit) throw new Error(stderr);
    await sleep(200);
  }
}

/**
 * What the first page of GET /attributions costs, its exact total included, on an embedded database, for filters drawn
 * from the data; and pages deep in a walk.
 *
 *   npm run bench -- attributions [award notices]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type AttributionsFilters, type AttributionsPage, listAttributions } from '#avis/read/attributions';
import { readSessionAddress } from '#avis/read/session';
import { insertManyAttributions } from '#avis/read/testing/many-attributions';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { visibleSources } from '#sources/registry';
import { MIGRATIONS } from '../migrations/index.js';
import { Times } from './contrats/timing.js';

const TOTAL = Number(process.argv[2] ?? 1_000_000);
const DRAWS = 40;
const LIMITE = 100;
const sources = visibleSources('interne');
const period = { date_min: '2019-03-01', date_max: '2019-08-31' };

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const owner = new pg.Pool({ connectionString: postgres.url, max: 1 });
const address = readSessionAddress(postgres.url);
const pool = new pg.Pool({ connectionString: address, max: 1 });

/** Values of a column: the most frequent, some as they come, one that is not there. */
async function draw(expression: string, absent: string): Promise<string[]> {
  const { rows } = await owner.query<{ value: string }>(
    `(select ${expression} as value from read.attribution where ${expression} is not null
      group by 1 order by count(*) desc limit 5)
     union
     (select ${expression} from read.attribution where ${expression} is not null order by md5(id::text) limit $1)`,
    [DRAWS],
  );
  return [...rows.map((row) => row.value), absent];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function cold(page: AttributionsPage): Promise<number> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  const ms = await timed(() => listAttributions(client, page));
  await client.end();
  return ms;
}

async function measure(name: string, all: readonly AttributionsFilters[]): Promise<void> {
  const [warm, fresh] = [new Times(), new Times()];
  for (const filters of all) {
    const page = { sources, filters, after: undefined, limite: LIMITE };
    const what = JSON.stringify(filters);
    fresh.add(await cold(page), what);
    warm.add(await timed(() => listAttributions(pool, page)), what);
  }
  console.log(`| ${name} | ${String(all.length)} | ${warm.cells} | ${fresh.cells} |`);
}

async function walk(name: string, filters: AttributionsFilters): Promise<void> {
  const wanted = new Set([1, 10, 100, 1_000]);
  const cells: string[] = [];
  let page: AttributionsPage = { sources, filters, after: undefined, limite: LIMITE };
  for (let rank = 1; rank <= 1_000; rank += 1) {
    const { next } = await listAttributions(pool, page);
    if (next === null) break;
    page = { ...page, after: next };
    if (!wanted.has(rank)) continue;
    const times = new Times();
    for (let round = 0; round < 20; round += 1) times.add(await timed(() => listAttributions(pool, page)), '');
    cells.push(`after ${String(rank)}: ${times.quantile(0.5).toFixed(1)} ms`);
  }
  console.log(`${name}: ${cells.join(', ')}`);
}

try {
  await migrate(postgres.url, MIGRATIONS);
  await insertManyAttributions(owner, TOTAL);
  const [size] = (
    await owner.query<{ table: string; indexes: string }>(
      `select pg_size_pretty(pg_table_size('read.attribution')) as table,
       pg_size_pretty(pg_indexes_size('read.attribution')) as indexes`,
    )
  ).rows;
  console.log(`${String(TOTAL)} award notices: table ${size?.table}, indexes ${size?.indexes}`);
  const drawn: Record<string, AttributionsFilters[]> = {
    acheteur_siret: (await draw('acheteur_siret', '0'.repeat(14))).map((acheteur_siret) => ({ acheteur_siret })),
    departement: (await draw('departement', '986')).map((departement) => ({ departement })),
  };
  for (const digits of [2, 3, 4, 5, 8]) {
    const absent = '45999999'.slice(0, digits);
    drawn[`cpv, ${String(digits)} digits`] = (await draw(`left(cpv, ${String(digits)})`, absent)).map((cpv) => ({
      cpv,
    }));
  }
  console.log('| filter | draws | warm: median, p99, max (ms) | | | cold: median, p99, max (ms) | | |');
  await measure(
    'none',
    Array.from({ length: 10 }, () => ({})),
  );
  await measure(
    'period',
    Array.from({ length: 10 }, () => period),
  );
  for (const [name, all] of Object.entries(drawn)) {
    await measure(name, all);
    await measure(
      `${name}, period`,
      all.map((one) => ({ ...one, ...period })),
    );
  }
  const pairs = Object.entries(drawn).filter(([name]) => name.startsWith('cpv'));
  for (const by of ['acheteur_siret', 'departement']) {
    const parties = drawn[by] ?? [];
    for (const [name, all] of pairs) {
      await measure(
        `${by} and ${name}`,
        all.map((one, n) => ({ ...one, ...parties[n % parties.length] })),
      );
    }
  }
  await walk('walk, no filter', {});
  await walk('walk, departement=01', { departement: '01' });
  await walk('walk, cpv=45', { cpv: '45' });
} finally {
  await pool.end();
  await owner.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

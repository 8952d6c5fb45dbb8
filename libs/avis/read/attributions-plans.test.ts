import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { visibleSources } from '#sources/registry';
import {
  attributionsQuery,
  attributionsTotalQuery,
  listAttributions,
  type AttributionPosition,
  type AttributionsFilters,
  type AttributionsPage,
} from './attributions.js';
import { readSessionAddress } from './session.js';
import { explain } from './testing/explain.js';
import { insertManyAttributions } from './testing/many-attributions.js';

/** The promise: no read of award notices visits the whole table, and none sorts more than its page. */
const ROWS = 100_000;
const LIMITE = 100;

let database: TestDatabase;
let pool: pg.Pool;
const report: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyAttributions(database.pool, ROWS);
  pool = new pg.Pool({ connectionString: readSessionAddress(database.apiUrl), max: 1 });
}, 300_000);
afterAll(async () => {
  console.log(['ms      rows  sorted  query', ...report].join('\n'));
  await pool.end();
  await database.close();
});

const SIRET = '2'.repeat(14);
const FILTERS: Record<string, AttributionsFilters> = {
  'no filter': {},
  'big buyer': { acheteur_siret: `${SIRET.slice(0, 13)}0` },
  'absent buyer': { acheteur_siret: '00000000000000' },
  departement: { departement: '01' },
  'rare departement': { departement: '988' },
  division: { cpv: '45' },
  'rare division': { cpv: '97' },
  cpv: { cpv: '45020000' },
  'absent cpv': { cpv: '45999999' },
  'group of a cpv': { cpv: '450' },
  'class of a cpv': { cpv: '4502' },
  'absent class of a cpv': { cpv: '4599' },
  'since a day': { date_min: '2025-01-01' },
  'until a day': { date_max: '2015-06-30' },
  period: { date_min: '2020-01-01', date_max: '2020-03-31' },
  'departement and cpv': { departement: '01', cpv: '4502' },
  'departement and period': { departement: '01', date_max: '2016-12-31' },
  'division and period': { cpv: '45', date_min: '2016-01-01', date_max: '2016-12-31' },
  'buyer and cpv': { acheteur_siret: `${SIRET.slice(0, 13)}0`, cpv: '45' },
  'all at once': {
    acheteur_siret: `${SIRET.slice(0, 13)}0`,
    departement: '01',
    cpv: '45',
    date_min: '2016-01-01',
    date_max: '2026-12-31',
  },
};

async function check(name: string, query: pg.QueryConfig): Promise<void> {
  const { ms, rows, sorted, scanned } = await explain(pool, query);
  report.push(`${ms.toFixed(1).padStart(7)} ${String(rows).padStart(4)} ${String(sorted).padStart(7)}  ${name}`);
  expect({ name, scanned, sortedTooMuch: sorted > LIMITE + 1 }).toEqual({ name, scanned: [], sortedTooMuch: false });
}

/** The place of the row of this rank under these filters; null when there are fewer. */
async function placeOf(page: AttributionsPage, rank: number): Promise<AttributionPosition | null> {
  const { next } = await listAttributions(pool, { ...page, limite: rank });
  return next;
}

describe.each([
  ['every source', visibleSources('interne')],
  ['open sources', visibleSources('rediffusion')],
  ['one rare source', ['klekoon']],
] as const)('%s', (whose, sources) => {
  test.each(Object.entries(FILTERS))('%s', async (name, filters) => {
    const page: AttributionsPage = { sources, filters, after: undefined, limite: LIMITE };
    await check(`total ${whose}: ${name}`, attributionsTotalQuery(page));
    await check(`first page ${whose}: ${name}`, attributionsQuery(page));
    const after = await placeOf(page, 1_000);
    if (after !== null) await check(`page 11 ${whose}: ${name}`, attributionsQuery({ ...page, after }));
  });
});

import pg from 'pg';
import { insertManyNotices } from '#avis/read/testing/many-notices';
import { explain } from '#avis/read/testing/explain';
import { readSessionAddress } from '#avis/read/session';
import { DEPTH_MAX } from '#contract/limits';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { visibleSources } from '#sources/registry';
import { feedQuery, type FeedFilters, type FeedSearch } from './feed.js';
import { SCORED_DETAIL_QUERY } from './scored-detail.js';
import { compteOf, insertManyOpportunites } from './testing/many-opportunites.js';

/**
 * The promise: no read of a feed visits the whole of a table nor another account's rows, and without filters none goes
 * deeper than a page may be.
 */
const NOTICES = 100_000;
const COMPTES = 20;
const ROWS = 2_000;

let database: TestDatabase;
let pool: pg.Pool;
const report: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyNotices(database.pool, NOTICES);
  await insertManyOpportunites(database.pool, COMPTES, ROWS);
  pool = new pg.Pool({ connectionString: readSessionAddress(database.apiUrl), max: 1 });
}, 300_000);
afterAll(async () => {
  console.log(['ms      rows  sorted visited  query', ...report].join('\n'));
  await pool.end();
  await database.close();
});

const interne = visibleSources('interne');
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const FILTERS: Record<string, Partial<FeedFilters>> = {
  'no filter': {},
  'every score': { score_min: 0 },
  'best scores': { score_min: 95 },
  'rejected by both': { verdict: ['non'] },
  saved: { statut_utilisateur: ['saved'] },
  departement: { departement: ['35'] },
  'rare departement': { departement: ['988'] },
  cpv: { cpv: '45' },
  'rare cpv': { cpv: '4526' },
  budgets: { budget_min: 100_000, budget_max: 110_000 },
  'largest budget': { budget_max: 1_000 },
  deadlines: { date_limite_min: day(3), date_limite_max: day(5) },
  'a common word': { q: 'travaux' },
  'a rare word': { q: 'commune77' },
  'an absent word': { q: 'introuvable' },
  'no word': { q: 'de la' },
  'all at once': {
    score_min: 10,
    departement: ['01', '02', '03'],
    cpv: '4',
    budget_min: 1,
    budget_max: 800_000,
    date_limite_min: day(-1),
    date_limite_max: day(50),
    q: 'travaux',
  },
};

async function check(name: string, query: pg.QueryConfig, visitedMax: number): Promise<void> {
  const { ms, rows, sorted, visited, scanned } = await explain(pool, query);
  const figures = [ms.toFixed(1).padStart(7), ...[rows, sorted, visited].map((n) => String(n).padStart(7))];
  report.push(`${figures.join(' ')}  ${name}`);
  expect({ name, scanned, visitedTooMany: visited > visitedMax }).toEqual({ name, scanned: [], visitedTooMany: false });
}

describe.each([
  [`a feed of ${ROWS} notices`, compteOf(7), ROWS],
  ['a feed of every open notice', compteOf(0), NOTICES],
  ['no feed', compteOf(1_000), 0],
])('%s', (whose, compteId, size) => {
  test.each(Object.entries(FILTERS))('%s', async (name, given) => {
    const filters: FeedFilters = {
      score_min: 50,
      verdict: ['oui', 'incertain'],
      statut_utilisateur: ['new', 'viewed', 'saved'],
      ...given,
    };
    const search: FeedSearch = { compteId, visible: interne, served: interne, filters, page: 10, per_page: 100 };
    // Of what is kept at random a fifth is not: the walk is a little deeper than the page.
    const visitedMax = name === 'no filter' ? Math.min(size, 2 * DEPTH_MAX) : size;
    await check(`${whose}: ${name}`, feedQuery(search), visitedMax);
  });
});

test('the detail', async () => {
  const { rows } = await database.pool.query<{ avis_id: string }>(
    'select avis_id from read.opportunite where compte_id = $1 offset 500 limit 1',
    [compteOf(7)],
  );
  await check('detail', { text: SCORED_DETAIL_QUERY, values: [rows[0]!.avis_id, interne, compteOf(7), interne] }, 1);
});

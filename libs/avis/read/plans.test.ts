import pg from 'pg';
import { DEPTH_MAX } from '#contract/limits';
import type { FiltreStatut, TriAvis } from '#contract/vocabulary';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { visibleSources } from '#sources/registry';
import type { AvisFilters } from './conditions.js';
import { DETAIL_QUERY } from './detail.js';
import { OPEN_BY_ACHETEUR_QUERY, OPEN_BY_DEPARTEMENT_QUERY, OPEN_BY_SOURCE_QUERY } from './open-counts.js';
import { READ_STATE_QUERY } from './read-state.js';
import { foundQuery, orderedQuery, walkedQuery } from './search-queries.js';
import { sortedHitsMax } from './search-ways.js';
import type { Search } from './searched.js';
import { readSessionAddress } from './session.js';
import { SOURCE_STATES_QUERY } from './source-states.js';
import { insertManyNotices } from './testing/many-notices.js';
import { explain, type Explained } from './testing/explain.js';
import { fewHits, walkHitsQuery, walkQuery } from './walk.js';
import { walkTotalQuery } from './walk-total.js';
import type { Walk } from './walked.js';

/**
 * The promise: no read query visits the whole table; where an index gives the order none sorts more texts than its page, nor
 * more keys than the page is deep.
 */
const ROWS = 100_000;

let database: TestDatabase;
let pool: pg.Pool;
const report: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyNotices(database.pool, ROWS);
  pool = new pg.Pool({ connectionString: readSessionAddress(database.apiUrl), max: 1 });
}, 300_000);
afterAll(async () => {
  console.log(['ms      rows   sorted  query', ...report].join('\n'));
  await pool.end();
  await database.close();
});

/** Of one row, and of one a source: read whole by right. */
const TINY: ReadonlySet<string> = new Set(['state', 'source']);

const interne = visibleSources('interne');
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const FILTERS: Record<string, Partial<AvisFilters>> = {
  'no filter': {},
  'one source': { source: ['klekoon'] },
  'open sources': { source: visibleSources('rediffusion') },
  departement: { departement: ['35'] },
  'rare departement': { departement: ['988'] },
  departements: { departement: ['35', '22', '29', '56'] },
  cpv: { cpv: '45' },
  'rare cpv': { cpv: '4526' },
  type_marche: { type_marche: 'Travaux' },
  budgets: { budget_min: 100_000, budget_max: 110_000 },
  'rare budgets': { budget_min: 790_000 },
  deadlines: { date_limite_min: day(3), date_limite_max: day(5) },
  publie_depuis: { publie_depuis: day(-7) },
  completude: { completude_min: 100 },
  'all at once': {
    departement: ['01', '02', '03'],
    cpv: '4',
    type_marche: 'Services',
    budget_min: 1,
    budget_max: 800_000,
    date_limite_min: day(-900),
    date_limite_max: day(50),
    publie_depuis: day(-300),
    completude_min: 30,
  },
};

const filters = (given: Partial<AvisFilters>): AvisFilters => ({ source: interne, ...given });

async function check(name: string, query: pg.QueryConfig, sortedMax: number): Promise<Explained> {
  const explained = await explain(pool, query);
  const { ms, rows, sorted } = explained;
  report.push(`${ms.toFixed(1).padStart(7)} ${String(rows).padStart(6)} ${String(sorted).padStart(7)}  ${name}`);
  const scanned = explained.scanned.filter((table) => !TINY.has(table));
  expect({ name, scanned, sortedTooMuch: sorted > sortedMax }).toEqual({
    name,
    scanned: [],
    sortedTooMuch: false,
  });
  return explained;
}

describe.each<FiltreStatut>(['ouvert', 'clos', 'tous'])('searches of statut %s', (statut) => {
  describe.each<TriAvis>(['date_limite', 'publication'])('by %s', (tri) => {
    const checkSearch = async (name: string, search: Search) => {
      const label = `${statut} by ${tri}: ${name}`;
      if ((search.q ?? search.filters.departement) !== undefined && statut !== 'ouvert')
        await check(`${label}, walked`, walkedQuery(search, DEPTH_MAX + 1), DEPTH_MAX + 1);
      const most = sortedHitsMax(search);
      if (most === undefined) {
        await check(`${label}, in order`, orderedQuery(search, DEPTH_MAX + 1), DEPTH_MAX + 1);
        return;
      }
      const { value: hits, sorted } = await check(`${label}, found`, foundQuery(search, most), most);
      if (hits <= most) return;
      expect({ label, sorted }).toEqual({ label, sorted: 0 });
      const depth = search.page * search.per_page;
      await check(`${label}, too many: in order`, orderedQuery(search, depth), depth);
    };

    test.each(Object.entries(FILTERS))('%s', async (name, given) => {
      await checkSearch(name, { filters: filters(given), q: undefined, statut, tri, page: 10, per_page: 100 });
    });

    test.each(['travaux', 'renovation', 'commune77', 'objet4242', 'travaux renovation lot20', 'introuvable', 'de la'])(
      'words: %s',
      async (q) => {
        await checkSearch(`q=${q}`, { filters: filters({}), q, statut, tri, page: 1, per_page: 100 });
      },
    );

    test.each(Object.entries(FILTERS))('words and %s', async (name, given) => {
      const asked = { filters: filters(given), q: 'renovation', statut, tri, page: 1, per_page: 100 };
      await checkSearch(`q=renovation and ${name}`, asked);
    });

    test('words and filters, deepest page', async () => {
      const given = filters({ type_marche: 'Travaux', departement: ['01', '02', '03'] });
      await checkSearch('q=travaux and filters', {
        filters: given,
        q: 'travaux',
        statut,
        tri,
        page: 10,
        per_page: 100,
      });
    });
  });
});

/** The version of that rank, 27 characters. */
async function versionAt(rank: number): Promise<string> {
  const { rows } = await database.pool.query<{ version: string }>(
    `select to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as version
     from read.avis order by version offset $1 limit 1`,
    [rank],
  );
  return rows[0]!.version;
}

describe('walks', () => {
  describe.each<FiltreStatut>(['ouvert', 'clos', 'tous'])('first copy of statut %s', (statut) => {
    test.each(Object.entries(FILTERS))('%s', async (name, given) => {
      const walk: Walk = { filters: filters(given), statut, per_page: 100, marginSeconds: 600 };
      await check(`total copy ${statut}: ${name}`, walkTotalQuery(walk), 0);
      await check(`hits copy ${statut}: ${name}`, walkHitsQuery(walk, walk.filters), 0);
      await check(`page copy ${statut}: ${name}`, walkQuery({ ...walk, after: await versionAt(40_000) }), 101);
      if (!name.startsWith('rare')) return;
      const few = await check(`few copy ${statut}: ${name}`, walkQuery(walk, true), fewHits(walk));
      expect(few.visited).toBeLessThanOrEqual(3 * fewHits(walk));
    });
  });

  test.each(Object.entries(FILTERS))('synchronisation: %s', async (name, given) => {
    const updated_since = await versionAt(60_000);
    const walk: Walk = { filters: filters(given), updated_since, per_page: 100, marginSeconds: 600 };
    await check(`total since: ${name}`, walkTotalQuery(walk), 0);
    await check(`page since: ${name}`, walkQuery(walk), 101);
  });
});

test('walks without a filter are planned once, wherever they stand', async () => {
  const { rows: positions } = await database.pool.query<{ version: string }>(
    `select version::text from read.avis where get_byte(uuid_send(id), 0) = 7 order by version desc limit 20`,
  );
  const base = { filters: filters({}), per_page: 100, marginSeconds: 600 };
  const walks: Walk[] = [
    { ...base, statut: 'ouvert' },
    { ...base, statut: 'tous' },
    { ...base, updated_since: await versionAt(60_000) },
  ];
  for (const walk of walks) {
    for (const { version } of positions) await pool.query(walkQuery({ ...walk, after: version }));
    const { name } = walkQuery(walk);
    const { rows } = await pool.query<{ custom: number; generic: number }>(
      'select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name = $1',
      [name],
    );
    // PostgreSQL makes its first five plans for the values, before it compares; other tests ran it as well.
    expect({ name, custom: rows[0]?.custom }).toEqual({ name, custom: 5 });
    expect(rows[0]?.generic).toBeGreaterThanOrEqual(positions.length - 5);
  }
});

test('everything else', async () => {
  const { rows } = await database.pool.query<{ id: string }>('select id from read.avis limit 1 offset 5000');
  await check('detail', { text: DETAIL_QUERY, values: [rows[0]!.id, interne] }, 0);
  await check('open by departement', { text: OPEN_BY_DEPARTEMENT_QUERY, values: [interne] }, 18 * 107);
  await check('open by source', { text: OPEN_BY_SOURCE_QUERY }, 18);
  await check('open by buyer', { text: OPEN_BY_ACHETEUR_QUERY, values: ['21350238800019', interne] }, 0);
  // One row, and one row a source: tables of one page have no better plan than to be read.
  await explain(pool, { text: READ_STATE_QUERY });
  await explain(pool, { text: SOURCE_STATES_QUERY });
});

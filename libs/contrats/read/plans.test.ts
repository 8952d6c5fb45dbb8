import pg from 'pg';
import { DEPTH_MAX } from '#contract/limits';
import { hasParty } from '#contract/parameters/contrats-query';
import { readSessionAddress } from '#avis/read/session';
import { explain } from '#avis/read/testing/explain';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { ACHETEUR_QUERY } from './acheteur.js';
import {
  contratsQuery,
  contratsTotalQuery,
  listContrats,
  ofBuyerQuery,
  wayOf,
  type ContratPosition,
} from './contrats.js';
import { PRESTATAIRE_QUERY } from './prestataire.js';
import {
  prestatairesByHitsQuery,
  prestatairesByOrderQuery,
  prestatairesCountQuery,
  sortedHitsMax,
  type PrestatairesSearch,
  type PrestatairesSlice,
  prestatairesWalkedQuery,
} from './prestataires-queries.js';
import { searchPrestataires } from './prestataires.js';
import { drawValues, kindsOf, type FilterValues, type Given } from './testing/drawn-filters.js';
import { insertManyContrats } from './testing/many-contrats.js';

/**
 * The promise: no read query visits a whole table, and a page of contracts is a walk of one index in its order, whatever
 * the filters, at the first page as at the deepest; only searches of words gather their hits to sort them.
 */
const ROWS = 100_000;
const LIMITE = 100;

let database: TestDatabase;
let pool: pg.Pool;
let values: FilterValues;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyContrats(database.pool, ROWS);
  values = await drawValues(database.pool);
  pool = new pg.Pool({ connectionString: readSessionAddress(database.apiUrl), max: 1 });
}, 300_000);
afterAll(async () => {
  await pool.end();
  await database.close();
});

const KINDS = [...kindsOf(placeholders()).keys()];

/** Kinds are known before the data are. */
function placeholders(): FilterValues {
  const none: Given[] = [{}];
  return {
    acheteur_siret: none,
    departement: none,
    cpv: none,
    titulaire_siret: none,
    titulaire_siren: none,
    montants: none,
    q: none,
  };
}

async function check(what: object, query: pg.QueryConfig, sortedMax: number): Promise<void> {
  const { scanned, sorted } = await explain(pool, query);
  expect({ what, scanned, sortedTooMuch: sorted > sortedMax }).toEqual({ what, scanned: [], sortedTooMuch: false });
}

test.each(KINDS)(
  'contracts: %s',
  async (kind) => {
    for (const given of kindsOf(values).get(kind)!) {
      for (const period of [{}, { date_min: '2020-01-01', date_max: '2020-12-31' }]) {
        const filters = { ...given, ...period };
        const sortedMax = wayOf(filters) === 'words' ? ROWS : LIMITE + 1;
        await check(filters, contratsQuery({ filters, after: undefined, limite: LIMITE }), sortedMax);
        if (filters.q !== undefined && filters.acheteur_siret !== undefined) {
          await check(filters, ofBuyerQuery(filters.acheteur_siret), 0);
          await check(filters, contratsQuery({ filters, after: undefined, limite: LIMITE }, 'buyer'), sortedMax);
        }
        if (hasParty(filters) && wayOf(filters) !== 'words') await check(filters, contratsTotalQuery(filters), 0);
      }
    }
  },
  120_000,
);

test('a walk goes through one index, at its deepest page as at its first', async () => {
  for (const filters of [
    { cpv: '45' },
    values.departement[0]!,
    values.acheteur_siret[0]!,
    values.titulaire_siren[0]!,
  ]) {
    let after: ContratPosition | undefined;
    let last: ContratPosition | undefined;
    for (;;) {
      const { next } = await listContrats(pool, { filters, after, limite: LIMITE }, false);
      if (next === null) break;
      [last, after] = [after, next];
    }
    await check(filters, contratsQuery({ filters, after: last, limite: LIMITE }), LIMITE + 1);
  }
}, 120_000);

const NONE = { q: undefined, departement: undefined, cpv: undefined, taille: undefined };
const SEARCHES: Partial<PrestatairesSearch>[] = [
  {},
  { departement: '75' },
  { departement: '988' },
  { cpv: '45' },
  { cpv: '99' },
  { taille: 'PME' },
  { taille: 'GE' },
  { departement: '75', cpv: '45', taille: 'PME' },
  { q: 'sarl' },
  { q: 'durogau' },
  { q: 'ma' },
  { q: 'introuvable' },
  { q: 'construction travaux', departement: '75' },
];

describe.each(SEARCHES)('contractors: %j', (given) => {
  test.each(
    given.q === undefined ? (['contrats', 'montant'] as const) : (['pertinence', 'contrats', 'montant'] as const),
  )('by %s', async (tri) => {
    const search: PrestatairesSearch = { ...NONE, ...given, tri, page: 10, per_page: 100 };
    await check(search, prestatairesCountQuery(search), 0);
    const counted = await explain(pool, prestatairesCountQuery(search));
    const few = counted.value <= sortedHitsMax(search);
    if (few) await check(search, prestatairesByHitsQuery(search), sortedHitsMax(search));
    else if (tri !== 'pertinence') await check(search, prestatairesByOrderQuery(search), 100);
    else {
      const starting: PrestatairesSlice = { ...search, tri: 'contrats', names: 'starting' };
      await check(starting, prestatairesCountQuery(starting), 0);
      const slice = { offset: 0, limit: 100 };
      await check(search, prestatairesByOrderQuery({ ...search, tri: 'contrats', names: 'other', slice }), 100);
    }
  });
});

test('records are found by their key', async () => {
  const { rows } = await database.pool.query<{ slug: string }>('select slug from read.slug_prestataire limit 1');
  await check({ prestataire: 1 }, { text: PRESTATAIRE_QUERY, values: [rows[0]!.slug] }, 0);
  await check({ acheteur: 1 }, { text: ACHETEUR_QUERY, values: ['21350238800019'] }, 0);
});

describe('contractors of a common word by relevance', () => {
  beforeAll(async () => {
    await database.pool.query(
      `insert into read.prestataire (siren, slug, nom_tri, recherche, nombre_contrats, item, detail)
       select '9' || lpad(n::text, 8, '0'), 'commun-' || n, nom, to_tsvector('read.francais', nom), n % 50, json_build_object('nom', nom, 'n', n), '{}'
       from generate_series(1, 6000) n
         cross join lateral (select case when n % 4 = 0 then 'sarl ' when n % 41 = 0 then 'sarl durand ' else 'atelier sarl ' end || n as nom) x`,
    );
    await database.pool.query('analyze read.prestataire');
  }, 60_000);

  test.each(['contrats', 'montant'] as const)('%s: its thousand is found where the order begins', async (tri) => {
    const search: PrestatairesSearch = { ...NONE, q: 'sarl', tri, page: 10, per_page: 100 };
    const { scanned, value } = await explain(pool, prestatairesWalkedQuery(search));
    expect({ scanned, value }).toEqual({ scanned: [], value: DEPTH_MAX + 1 });
    const { rows } = await database.pool.query<{ item: string }>(
      `select item from read.prestataire
       where recherche @@ plainto_tsquery('read.francais', 'sarl') or starts_with(nom_tri, 'sarl')
       order by ${tri === 'montant' ? 'montant_median desc nulls last' : 'nombre_contrats desc'}, siren limit 100 offset 900`,
    );
    const { items, ...totals } = await searchPrestataires(pool, search);
    expect(items).toEqual(rows.map((row) => row.item));
    expect(totals).toEqual({ total: DEPTH_MAX, total_exact: false });
  });

  test.each([
    ['sarl', 1],
    ['sarl', 10],
    // A letter that is no word: some names start with both, thousands hold the word. Then none starts so.
    ['sarl d', 1],
    ['sarl d', 2],
    ['sarl d', 3],
    ['sarl d', 10],
    ['sarl.', 1],
    ['sarl.', 10],
  ])('%s, page %i', async (q, page) => {
    const search: PrestatairesSearch = { ...NONE, q, tri: 'pertinence', page, per_page: 100 };
    expect((await explain(pool, prestatairesCountQuery(search))).value).toBeGreaterThan(sortedHitsMax(search));
    const { items } = await searchPrestataires(pool, search);
    const { rows } = await database.pool.query<{ item: string }>(
      `select item from read.prestataire where recherche @@ plainto_tsquery('read.francais', $1) or starts_with(nom_tri, $1)
     order by starts_with(nom_tri, $1) desc, nombre_contrats desc, siren limit 100 offset $2`,
      [q, (page - 1) * 100],
    );
    expect(items).toEqual(rows.map((row) => row.item));
  });
});

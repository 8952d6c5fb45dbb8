import fc from 'fast-check';
import pg from 'pg';
import { drawSeed } from '#access/testing/seed';
import { TAILLES } from '#contract/contrats';
import { readSessionAddress } from '#avis/read/session';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { listContrats, type ContratPosition } from './contrats.js';
import type { ContratsFilters } from './contrats-filters.js';
import { searchPrestataires } from './prestataires.js';
import type { PrestatairesSearch } from './prestataires-queries.js';
import { insertManyContrats } from './testing/many-contrats.js';

/** The promise: whatever the filters, a list gives what a plain query with one condition a filter gives, in its order. */
const ROWS = 3_000;
const RUNS = 250;

let database: TestDatabase;
let pool: pg.Pool;
/** Rows to draw the values of filters from. */
let drawn: Drawn[];

interface Drawn {
  acheteur_siret: string;
  departement: string | null;
  cpv: string | null;
  jour: string;
  montant: number | null;
  siren: string | null;
  siret: string | null;
}

beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyContrats(database.pool, ROWS);
  // Many of one day.
  await database.pool.query("update read.contrat set jour = '2024-02-29' where n % 10 = 4");
  await database.pool.query('update read.contrat_titulaire t set jour = c.jour from read.contrat c where c.n = t.n');
  const { rows } = await database.pool.query<Drawn>(
    `select c.acheteur_siret, c.departement, c.cpv, greatest(c.jour, '2014-01-01')::text as jour, c.montant::float8 as montant,
       t.siren, t.siret
     from read.contrat c left join read.contrat_titulaire t on t.n = c.n order by c.n`,
  );
  drawn = rows;
  pool = new pg.Pool({ connectionString: readSessionAddress(database.apiUrl), max: 1 });
}, 120_000);
afterAll(async () => {
  await pool.end();
  await database.close();
});

/** Which filters are given, each from a row of its own or from one for all: the latter find something. */
const asked = fc.record({
  row: fc.nat(ROWS - 1),
  others: fc.option(fc.nat(ROWS - 1), { freq: 3 }),
  acheteur: fc.boolean(),
  departement: fc.boolean(),
  cpv: fc.constantFrom(0, 0, 2, 3, 4, 5, 6, 7, 8),
  siret: fc.boolean(),
  siren: fc.boolean(),
  date_min: fc.boolean(),
  date_max: fc.boolean(),
  montant: fc.constantFrom('none', 'min', 'max', 'both'),
  q: fc.constantFrom(undefined, undefined, 'travaux', 'fournitures', 'gymnase travaux'),
  limites: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
});

function filtersOf(choice: typeof asked extends fc.Arbitrary<infer T> ? T : never): ContratsFilters {
  const first = drawn[choice.row % drawn.length]!;
  const other = drawn[(choice.others ?? choice.row) % drawn.length]!;
  const given: ContratsFilters = {
    acheteur_siret: choice.acheteur ? first.acheteur_siret : undefined,
    departement: choice.departement ? (other.departement ?? undefined) : undefined,
    cpv: choice.cpv > 0 ? other.cpv?.slice(0, choice.cpv) : undefined,
    titulaire_siret: choice.siret ? (first.siret ?? undefined) : undefined,
    titulaire_siren: choice.siren ? (other.siren ?? undefined) : undefined,
    date_min: choice.date_min ? first.jour : undefined,
    date_max: choice.date_max ? other.jour : undefined,
    montant_min: ['min', 'both'].includes(choice.montant) ? Math.floor((first.montant ?? 0) / 2) : undefined,
    montant_max: ['max', 'both'].includes(choice.montant) ? Math.ceil((other.montant ?? 0) * 2) : undefined,
  };
  const hasParty = [given.acheteur_siret, given.titulaire_siret, given.titulaire_siren].some(
    (one) => one !== undefined,
  );
  if (hasParty) return { ...given, q: choice.q };
  return { ...given, departement: given.departement ?? '75' };
}

/** One plain condition a filter. */
async function expected(filters: ContratsFilters): Promise<number[]> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select c.n from read.contrat c
     where ($1::text is null or c.acheteur_siret = $1) and ($2::text is null or c.departement = $2)
       and ($3::text is null or c.cpv like $3 || '%')
       and ($4::text is null or exists (select from read.contrat_titulaire t where t.n = c.n and t.siret = $4))
       and ($5::text is null or exists (select from read.contrat_titulaire t where t.n = c.n and t.siren = $5))
       and ($6::date is null or c.jour >= $6) and ($7::date is null or (c.jour <= $7 and c.jour <> '-infinity'))
       and ($8::numeric is null or c.montant >= $8) and ($9::numeric is null or c.montant <= $9)
       and ($10::text is null or c.recherche @@ plainto_tsquery('read.francais', $10))
     order by c.jour desc, c.n desc`,
    [
      filters.acheteur_siret,
      filters.departement,
      filters.cpv,
      filters.titulaire_siret,
      filters.titulaire_siren,
      filters.date_min,
      filters.date_max,
      filters.montant_min,
      filters.montant_max,
      filters.q,
    ],
  );
  return rows.map(({ n }) => n);
}

/** A uid is a SIRET and a year, then the number. */
const UID_START = 18;
const numberOf = (item: string) => Number((JSON.parse(item) as { uid: string }).uid.slice(UID_START));

test('contracts, walked to their end by pages of any size', async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(asked, async (choice) => {
      const filters = filtersOf(choice);
      const wanted = await expected(filters);
      const given: number[] = [];
      let after: ContratPosition | undefined;
      for (let page = 0; ; page += 1) {
        const limite = choice.limites[page % choice.limites.length]!;
        const { items, next, total } = await listContrats(pool, { filters, after, limite }, true);
        expect(total).toBe(page === 0 ? wanted.length : null);
        given.push(...items.map(numberOf));
        if (next === null) break;
        expect(items).toHaveLength(limite);
        after = next;
      }
      found += wanted.length === 0 ? 0 : 1;
      expect(given).toEqual(wanted);
    }),
    { numRuns: RUNS, seed: drawSeed('lists of contracts') },
  );
  console.info(`${found} of ${RUNS} searches found contracts`);
  expect(found).toBeGreaterThan(RUNS / 10);
}, 180_000);

const searched = fc.record({
  q: fc.constantFrom(undefined, 'sarl', 'travaux batiment', 'so', 'ma', 'mar', 'introuvable', 'sarl ma'),
  departement: fc.constantFrom(undefined, undefined, '75', '69', '988'),
  cpv: fc.constantFrom(undefined, undefined, '45', '71', '03'),
  taille: fc.constantFrom(undefined, undefined, ...TAILLES),
  tri: fc.constantFrom('contrats' as const, 'montant' as const, 'pertinence' as const),
  page: fc.integer({ min: 1, max: 6 }),
  per_page: fc.integer({ min: 1, max: 40 }),
});

test('contractors, at any page of any order', async () => {
  await fc.assert(
    fc.asyncProperty(searched, async (choice) => {
      const tri = choice.tri === 'pertinence' && choice.q === undefined ? 'contrats' : choice.tri;
      const search: PrestatairesSearch = { ...choice, tri };
      const order = {
        contrats: 'nombre_contrats desc, siren',
        montant: 'coalesce(montant_median, -1) desc, siren',
        pertinence: 'starts_with(nom_tri, $1) desc, nombre_contrats desc, siren',
      }[tri];
      const { rows } = await database.pool.query<{ item: string }>(
        `select item from read.prestataire
         where ($1::text is null or recherche @@ plainto_tsquery('read.francais', $1) or starts_with(nom_tri, $1))
           and ($2::text is null or departement = $2) and ($3::text is null or division_cpv = $3)
           and ($4::text is null or taille = $4)
         order by ${order}`,
        [search.q, search.departement, search.cpv, search.taille],
      );
      const from = (search.page - 1) * search.per_page;
      expect(await searchPrestataires(pool, search)).toEqual({
        items: rows.slice(from, from + search.per_page).map(({ item }) => item),
        total: rows.length,
        total_exact: true,
      });
    }),
    { numRuns: RUNS, seed: drawSeed('lists of contractors') },
  );
}, 180_000);

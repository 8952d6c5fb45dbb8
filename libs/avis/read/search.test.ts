import fc from 'fast-check';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { visibleSources } from '#sources/registry';
import { countAndWalk, searchAvis } from './search.js';
import type { Search } from './searched.js';
import { readSessionAddress } from './session.js';
import { insertManyNotices } from './testing/many-notices.js';

/** The promise: a search gives what its filters and words keep, in its order, whichever statement finds it. */
const ROWS = 14_000;

let database: TestDatabase;
let reader: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await insertManyNotices(database.pool, ROWS);
  reader = new pg.Pool({ connectionString: readSessionAddress(database.apiUrl), max: 1 });
}, 120_000);
afterAll(async () => {
  await reader.end();
  await database.close();
});

const KEPT = {
  ouvert: `a.statut = 'ouvert' and (a.closes_at is null or a.closes_at > now())`,
  clos: `a.statut = 'clos'`,
  tous: `a.statut in ('ouvert', 'clos')`,
};
const ORDER = { date_limite: 'date_limite, id', publication: 'date_publication desc nulls last, id desc' };

/** The contract's words for each filter, with no thought of an index. */
async function expected({
  filters,
  q,
  statut,
  tri,
  page,
  per_page,
}: Search): Promise<{ ids: string[]; total: number }> {
  const { rows } = await database.pool.query<{ ids: string[] | null; total: number }>(
    `with kept as (
       select a.* from read.avis a
       where ${KEPT[statut]} and a.source = any($1::text[])
         and ($2::text is null or a.recherche @@ plainto_tsquery('read.francais', $2))
         and ($3::text[] is null or a.departements && $3)
         and ($4::text is null or starts_with(a.cpv, $4))
         and ($5::text is null or a.type_marche = $5)
         and ($6::date is null or a.date_publication >= $6)
         and ($7::date is null or a.jour_limite >= $7) and ($8::date is null or a.jour_limite <= $8)
         and ($9::int is null or a.completude >= $9)
         and ($10::numeric is null or a.budget >= $10) and ($11::numeric is null or a.budget <= $11)
     )
     select (select count(*)::int from kept) as total,
       (select array_agg(id::text order by ${ORDER[tri]}) from (
          select * from kept order by ${ORDER[tri]} limit ${per_page} offset ${(page - 1) * per_page}) p) as ids`,
    [
      filters.source,
      q,
      filters.departement,
      filters.cpv,
      filters.type_marche,
      filters.publie_depuis,
      filters.date_limite_min,
      filters.date_limite_max,
      filters.completude_min,
      filters.budget_min,
      filters.budget_max,
    ],
  );
  return { ids: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 };
}

/** Given once in four: of many filters at once hardly any notice is left. */
const optional = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
const day = fc
  .integer({ min: -500, max: 60 })
  .map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));
/** Near those of the data, near powers of ten, and beyond any column. */
const budget = fc.oneof(
  fc.nat({ max: 1_000_000 }),
  fc.nat({ max: 17 }).chain((digits) => fc.integer({ min: -2, max: 2 }).map((n) => Math.max(0, 10 ** digits + n))),
);
const all = visibleSources('interne');
const search: fc.Arbitrary<Search> = fc.record({
  filters: fc.record({
    source: fc.oneof({ weight: 3, arbitrary: fc.constant(all) }, fc.subarray([...all], { minLength: 1, maxLength: 4 })),
    departement: optional(fc.constantFrom(['35'], ['01', '02'], ['988'])),
    cpv: optional(fc.integer({ min: 1, max: 8 }).chain((digits) => fc.nat(ROWS).map((n) => cpvOf(n).slice(0, digits)))),
    type_marche: optional(fc.constantFrom('Travaux', 'Services', 'Fournitures')),
    publie_depuis: optional(day),
    date_limite_min: optional(day),
    date_limite_max: optional(day),
    completude_min: optional(fc.integer({ min: 0, max: 100 })),
    budget_min: optional(budget),
    budget_max: optional(budget),
  }),
  q: fc.constantFrom(undefined, 'travaux', 'rénovation', 'travaux lot20', 'commune7', 'introuvable'),
  statut: fc.constantFrom('ouvert', 'clos', 'tous'),
  tri: fc.constantFrom('date_limite', 'publication'),
  page: fc.constantFrom(1, 2, 10),
  per_page: fc.constantFrom(1, 20, 100),
});

/** As many-notices.ts gives it. */
function cpvOf(n: number): string {
  return String(((n * 7919) % 90_000_000) + 3_000_000).padStart(8, '0');
}

test.each([
  // A notice in seven is open, one in fourteen has the word besides.
  [undefined, true],
  ['travaux', false],
])('open notices prove that there are a thousand hits of %s, or say nothing', async (q, proven) => {
  const search: Search = { filters: { source: all }, q, statut: 'tous', tri: 'publication', page: 3, per_page: 20 };
  const found = await countAndWalk(reader, search, { ...search, statut: 'ouvert' });
  expect(found !== undefined).toBe(proven);
  if (found === undefined) return;
  const ids = (JSON.parse(`[${String(found.items)}]`) as { id: string }[]).map(({ id }) => id);
  expect(ids).toEqual((await expected(search)).ids);
  expect(found.hits).toBeGreaterThan(1_000);
});

test('words, filters, statut, order and page keep what they say', async () => {
  const property = fc.asyncProperty(search, async (asked) => {
    const { items, served, total, total_exact } = await searchAvis(reader, asked);
    const ids = (JSON.parse(`[${items.toString()}]`) as { id: string }[]).map(({ id }) => id);
    const known = await expected(asked);
    expect({ ids, served, total, total_exact }).toEqual({
      ids: known.ids,
      served: known.ids.length,
      total: Math.min(known.total, 1_000),
      total_exact: known.total <= 1_000,
    });
  });
  await fc.assert(property, { numRuns: 600, verbose: true });
}, 120_000);

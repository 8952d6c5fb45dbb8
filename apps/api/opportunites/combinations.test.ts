import fc from 'fast-check';
import type { Opportunite } from '#client/answers';
import { drawSeed } from '#access/testing/seed';
import { SCORE_MIN_DEFAULT } from '#contract/limits';
import { STATUTS_UTILISATEUR, VERDICTS, type StatutUtilisateur, type ValeurVerdict } from '#contract/vocabulary';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';
import { insertFeed } from '../testing/opportunites.js';

/** Any combination of parameters gives what the contract’s text says, computed here from the text alone. */
const NOTICES = 120;
const RUNS = 300;

interface Notice {
  id: string;
  titre: string;
  departements: string[];
  cpv: string | null;
  budget: number | null;
  /** Day in Paris. */
  jour: string | null;
  state: 'open' | 'closed' | 'retired';
  score: number;
  filtre: ValeurVerdict;
  statut: StatutUtilisateur;
}

const WORDS = ['ecole', 'toiture', 'voirie', 'peinture'];
const DEPARTEMENTS = ['35', '22', '75', '2A', '971'];
const DAYS = ['2031-03-01', '2031-03-02', '2031-07-14', '2032-01-01'];
const BUDGETS = [100, 1_000, 1_000.5, 50_000];
const CPVS = ['45000000', '45210000', '45214000', '72000000'];
const HELD: readonly StatutUtilisateur[] = ['saved', 'applied', 'en_attente', 'en_cours', 'gagne', 'perdu'];

const notice = fc.record({
  titre: fc.subarray(WORDS).map((words) => words.join(' ')),
  departements: fc.subarray(DEPARTEMENTS, { minLength: 1, maxLength: 2 }),
  cpv: fc.option(fc.constantFrom(...CPVS), { freq: 6 }),
  budget: fc.option(fc.constantFrom(...BUDGETS), { freq: 2 }),
  jour: fc.option(fc.constantFrom(...DAYS), { freq: 4 }),
  state: fc.constantFrom<Notice['state'][]>('open', 'open', 'open', 'closed', 'retired'),
  score: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(49, 50, 51, 100)),
  filtre: fc.constantFrom(...VERDICTS),
  statut: fc.constantFrom(...STATUTS_UTILISATEUR),
});

const parameters = {
  q: fc.subarray(WORDS, { minLength: 1, maxLength: 2 }),
  departement: fc.subarray([...DEPARTEMENTS, '29'], { minLength: 1 }),
  cpv: fc.constantFrom('45', '452', '45214000', '72', '99'),
  budget_min: fc.constantFrom(0, 100, 101, 1_000, 1_001),
  budget_max: fc.constantFrom(1_001, 50_000, 1_000_000),
  date_limite_min: fc.constantFrom('2031-03-01', '2031-03-02'),
  date_limite_max: fc.constantFrom('2031-03-02', '2031-07-14', '2031-12-31'),
  score_min: fc.constantFrom(0, 1, 49, 50, 51, 100),
  verdict: fc.shuffledSubarray([...VERDICTS], { minLength: 1 }),
  statut_utilisateur: fc.shuffledSubarray([...STATUTS_UTILISATEUR], { minLength: 1 }),
  page: fc.integer({ min: 1, max: 3 }),
  per_page: fc.constantFrom(1, 3, 10, 100),
};
type Query = { [K in keyof typeof parameters]?: (typeof parameters)[K] extends fc.Arbitrary<infer V> ? V : never };

/** Few parameters most of the time, so that something is kept; all of them now and then. */
const names = fc.oneof(
  { weight: 9, arbitrary: fc.subarray(Object.keys(parameters), { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constant(Object.keys(parameters)) },
);
const query: fc.Arbitrary<Query> = fc
  .tuple(fc.record(parameters), names)
  .map(([all, given]) => Object.fromEntries(Object.entries(all).filter(([name]) => given.includes(name))));

let api: TestApi;
let key: string;
let notices: Notice[];
beforeAll(async () => {
  api = await startApi();
  const account = await createKey(api.database, { limites: { general: 10_000_000 } });
  key = account.key;
  const drawn = fc.sample(notice, { numRuns: NOTICES, seed: drawSeed('feed of combinations') });
  const ids = await publishNotices(
    api.database.pool,
    Object.fromEntries(
      drawn.map(({ titre, departements, cpv, budget, jour, state }, n) => [
        `26-${n}`,
        {
          titre,
          cpv,
          budget,
          lieu_execution: { departements, code_nuts: null },
          acheteur: { nom: 'Commune', siret: null, departement: '59' },
          date_limite: jour === null ? null : `${jour}T10:00:00Z`,
          ...(state === 'retired' ? { motif_retrait: 'supprime' as const } : {}),
        },
      ]),
    ),
  );
  notices = drawn.map((one, n) => ({ ...one, id: ids[n]! }));
  const closed = notices.filter(({ state }) => state === 'closed').map(({ id }) => id);
  await api.database.pool.query("update read.avis set statut = 'clos' where id = any($1)", [closed]);
  await insertFeed(
    api.database.pool,
    account.compteId,
    Object.fromEntries(
      notices.map(({ id, score, filtre, statut }) => [
        id,
        { score, verdict_filtre: filtre, statut_utilisateur: statut },
      ]),
    ),
  );
});
afterAll(() => api.close());

/** Ids that the contract’s text keeps, in its order. */
function expected(asked: Query): string[] {
  const { q, departement, cpv, budget_min, budget_max, date_limite_min, date_limite_max } = asked;
  const { score_min = SCORE_MIN_DEFAULT, verdict = ['oui', 'incertain'] } = asked;
  const statuts = asked.statut_utilisateur ?? STATUTS_UTILISATEUR.filter((statut) => statut !== 'ignored');
  return notices
    .filter(({ state, statut }) => state === 'open' || (state === 'closed' && HELD.includes(statut)))
    .filter(({ score, filtre, statut }) => score >= score_min && verdict.includes(filtre) && statuts.includes(statut))
    .filter(({ titre }) => q === undefined || q.every((word) => titre.includes(word)))
    .filter(({ departements }) => departement === undefined || departement.some((code) => departements.includes(code)))
    .filter((one) => cpv === undefined || one.cpv?.startsWith(cpv) === true)
    .filter(({ budget }) => budget_min === undefined || (budget !== null && budget >= budget_min))
    .filter(({ budget }) => budget_max === undefined || budget === null || budget <= budget_max)
    .filter(({ jour }) => date_limite_min === undefined || (jour !== null && jour >= date_limite_min))
    .filter(({ jour }) => date_limite_max === undefined || (jour !== null && jour <= date_limite_max))
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

test(`${RUNS} combinations`, async () => {
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(query, async (asked) => {
      const { q, page = 1, per_page = 20, ...others } = asked;
      const given: Record<string, unknown> = { ...others, page, per_page };
      if (q !== undefined) given['q'] = q.join('+');
      const pairs = Object.entries(given).map(([name, value]) => `${name}=${String(value)}`);
      const { status, body } = await api.get(`/opportunites?${pairs.join('&')}`, key);
      expect(status).toBe(200);
      const all = expected(asked);
      expect(body.meta).toEqual({ page, per_page, total: all.length, total_exact: true });
      expect(body.data.map(({ id }: Opportunite) => id)).toEqual(all.slice((page - 1) * per_page, page * per_page));
      kept += Math.min(all.length, 1);
    }),
    { numRuns: RUNS, seed: drawSeed('combinations of parameters') },
  );
  // Most combinations keep something: the comparison is not of empty lists.
  expect(kept).toBeGreaterThan(RUNS / 2);
}, 120_000);

import { eventually } from '#access/testing/eventually';
import type { Opportunite } from '#client/answers';
import { VERDICTS, STATUTS_UTILISATEUR } from '#contract/vocabulary';
import { createKey, startApi, type TestAnswer, type TestApi } from '../testing/api.js';
import { inDays, publishNotices, type TestAvis } from '../testing/notices.js';
import { insertFeed, type TestOpportunite } from '../testing/opportunites.js';

let api: TestApi;
let key: string;
let compteId: string;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  ({ key, compteId } = await createKey(api.database, { limites: { general: 1_000_000 } }));
});
afterEach(async () => {
  await api.database.pool.query('truncate read.opportunite, read.avis; update read.source set coupee = false');
});
afterAll(() => api.close());

const titles = ({ body }: TestAnswer): string => body.data.map((item: Opportunite) => item.titre).join('');

/** Notices, each by its title, in the feed of the account. @returns their ids by title. */
async function feed(rows: Record<string, TestAvis & TestOpportunite>): Promise<Record<string, string>> {
  const ids = await publishNotices(
    api.database.pool,
    Object.fromEntries(Object.entries(rows).map(([titre, row]) => [`26-${titre}`, { titre, ...row }])),
  );
  const byTitle = Object.fromEntries(Object.keys(rows).map((titre, n) => [titre, ids[n]!]));
  await insertFeed(
    api.database.pool,
    compteId,
    Object.fromEntries(Object.entries(rows).map(([titre, row]) => [byTitle[titre]!, row])),
  );
  return byTitle;
}

test('an item is the notice of the list with what the feed adds to it, texts as they are', async () => {
  const raisons = { metier: { points: 50, mots: ['école', '"façade"\\'] }, distance: { points: 12, km: 80.5 } };
  const verdict = { valeur: 'non' as const, raison: 'Hors métier : « peinture »' };
  await feed({
    A: {
      score: 97,
      raisons,
      verdict,
      verdict_filtre: 'incertain',
      statut_utilisateur: 'viewed',
      vu_le: '2026-11-02T09:05:07.6+01:00',
    },
    B: { score: 50 },
  });
  const answer = await api.get('/opportunites', key);
  expect(answer.status).toBe(200);
  expect(answer.body.meta).toEqual({ page: 1, per_page: 20, total: 2, total_exact: true });
  const listed = (await api.get('/avis?page=1', key)).body.data as Opportunite[];
  expect(answer.body.data).toEqual([
    {
      ...listed.find(({ titre }) => titre === 'A')!,
      score: 97,
      raisons,
      verdict,
      statut_utilisateur: 'viewed',
      vu_le: '2026-11-02T08:05:07Z',
    },
    {
      ...listed.find(({ titre }) => titre === 'B')!,
      score: 50,
      raisons: { metier: { points: 50, cpv: '45' } },
      verdict: null,
      statut_utilisateur: 'new',
      vu_le: null,
    },
  ]);
});

test('an account without a profile, or whose feed is empty, has an empty page', async () => {
  await publishNotices(api.database.pool, { '26-1': {} });
  const { status, body } = await api.get('/opportunites', key);
  expect([status, body]).toEqual([200, { data: [], meta: { page: 1, per_page: 20, total: 0, total_exact: true } }]);
});

describe('order and pages', () => {
  test('best score first, then by id, each notice once whatever the size of pages', async () => {
    const scores = [55, 99, 70, 70, 70, 70, 100, 50, 51];
    const ids = await feed(Object.fromEntries(scores.map((score, n) => [`T${n}`, { score }])));
    const expected = scores
      .map((score, n) => ({ score, id: ids[`T${n}`]! }))
      .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id);
    for (const per_page of [1, 2, 4, 9, 100]) {
      const given: string[] = [];
      for (let page = 1; given.length < scores.length; page += 1) {
        const { body } = await api.get(`/opportunites?page=${page}&per_page=${per_page}`, key);
        expect(body.meta).toEqual({ page, per_page, total: 9, total_exact: true });
        expect(body.data.length).toBeGreaterThan(0);
        given.push(...body.data.map(({ id }: Opportunite) => id));
      }
      expect(given).toEqual(expected);
    }
  });

  test('beyond the last page, an empty one with the same total', async () => {
    await feed({ A: {} });
    const { body } = await api.get('/opportunites?page=50', key);
    expect(body).toEqual({ data: [], meta: { page: 50, per_page: 20, total: 1, total_exact: true } });
  });

  test('1000 results exactly are told exactly, one more is not', async () => {
    await api.database.pool.query(
      `insert into read.avis (id, version, statut, source, recherche, liste, detail, empreinte, completude, completude_propre)
       select md5(n::text)::uuid, now() + n * interval '1 second', 'ouvert', 'boamp', to_tsvector('read.francais', 'ecole'),
         '{"n":' || n || '}', '{}', '', 0, 0 from generate_series(1, 1001) n`,
    );
    const insert = (from: number, to: number) =>
      api.database.pool.query(
        `insert into read.opportunite (compte_id, avis_id, score, raisons)
         select $1, md5(n::text)::uuid, 60, '{}' from generate_series($2::int, $3::int) n`,
        [compteId, from, to],
      );
    await insert(1, 1000);
    for (const q of ['', '&q=ecole']) {
      const { body } = await api.get(`/opportunites?page=10&per_page=100${q}`, key);
      expect([body.data.length, body.meta.total, body.meta.total_exact]).toEqual([100, 1000, true]);
    }
    await insert(1001, 1001);
    for (const q of ['', '&q=ecole']) {
      const { body } = await api.get(`/opportunites?page=10&per_page=100${q}`, key);
      expect([body.data.length, body.meta.total, body.meta.total_exact]).toEqual([100, 1000, false]);
    }
  });
});

describe('filters', () => {
  test.each([
    ['q=ecole', 'A'],
    ['q=ECOLES+stephane', ''],
    ['q=rennes', 'BC'],
    ['q=rennes+mobilier', 'B'],
    ['q=de+la', ''],
    ['departement=35', 'BC'],
    ['departement=42', 'AD'],
    ['departement=35,42', 'ABCD'],
    ['departement=29', ''],
    ['cpv=45', 'AD'],
    ['cpv=3912', 'B'],
    ['cpv=33600000', 'C'],
    ['cpv=77', ''],
    ['budget_min=100', 'AB'],
    ['budget_min=101', 'A'],
    ['budget_max=100', 'BCD'],
    ['budget_max=99', 'CD'],
    ['budget_min=100&budget_max=100', 'B'],
    ['budget_min=0&budget_max=1000000', 'AB'],
    ['date_limite_min=2031-05-02', 'AB'],
    ['date_limite_max=2031-05-01', 'C'],
    ['date_limite_min=2031-05-01&date_limite_max=2031-05-01', 'C'],
    ['date_limite_min=2030-01-01', 'ABC'],
    ['departement=35&budget_max=100&q=rennes&cpv=39', 'B'],
    ['departement=35&score_min=75', 'B'],
  ])('%s keeps « %s »', async (query, expected) => {
    const rennes = { nom: 'Ville de Rennes', siret: '21350238800019', departement: '35' };
    const lieu_execution = null;
    await feed({
      A: { titre: 'École', score: 90, budget: 200_000, date_limite: '2031-06-01T11:00:00Z' },
      B: {
        titre: 'Mobilier',
        score: 80,
        budget: 100,
        cpv: '39120000',
        acheteur: rennes,
        lieu_execution,
        date_limite: '2031-05-01T22:30:00Z',
      },
      C: {
        titre: 'Vaccins',
        score: 70,
        budget: null,
        cpv: '33600000',
        acheteur: rennes,
        lieu_execution,
        date_limite: '2031-05-01T21:30:00Z',
      },
      D: { titre: 'Voirie', score: 60, budget: null, date_limite: null },
    });
    const short: Record<string, string> = { École: 'A', Mobilier: 'B', Vaccins: 'C', Voirie: 'D' };
    const answer = await api.get(`/opportunites?${query}`, key);
    expect(answer.status).toBe(200);
    expect(answer.body.data.map(({ titre }: Opportunite) => short[titre!]).join('')).toBe(expected);
    expect(answer.body.meta.total).toBe(expected.length);
  });

  test.each([
    ['', 'ABC'],
    ['score_min=0', 'ABCDE'],
    ['score_min=1', 'ABCD'],
    ['score_min=49', 'ABCD'],
    ['score_min=50', 'ABC'],
    ['score_min=51', 'AB'],
    ['score_min=100', 'A'],
  ])('score: « %s » keeps « %s »', async (query, expected) => {
    await feed({ A: { score: 100 }, B: { score: 51 }, C: { score: 50 }, D: { score: 49 }, E: { score: 0 } });
    expect(titles(await api.get(`/opportunites?${query}`, key))).toBe(expected);
  });

  const subsets = <T>(values: readonly T[]): T[][] =>
    values.reduce<T[][]>((all, value) => [...all, ...all.map((one) => [...one, value])], [[]]).slice(1);

  test('verdict: every subset, and by default all but what both models reject', async () => {
    await feed({
      oui: { score: 90 },
      incertain: { score: 80, verdict_filtre: 'incertain' },
      non: { score: 70, verdict_filtre: 'non' },
    });
    expect(titles(await api.get('/opportunites', key))).toBe('ouiincertain');
    for (const subset of subsets(VERDICTS)) {
      expect(titles(await api.get(`/opportunites?verdict=${subset.toReversed().join(',')}`, key))).toBe(
        subset.join(''),
      );
    }
  });

  test('verdict: what is compared is the filter’s value, not the raw one that is served', async () => {
    const raison = 'Rejeté par un modèle';
    await feed({
      A: { score: 90, verdict: { valeur: 'non', raison }, verdict_filtre: 'incertain' },
      B: { score: 80, verdict: { valeur: 'incertain', raison: null }, verdict_filtre: 'non' },
      C: { score: 70, verdict: null },
    });
    expect(titles(await api.get('/opportunites', key))).toBe('AC');
    expect(titles(await api.get('/opportunites?verdict=non', key))).toBe('B');
    expect(titles(await api.get('/opportunites?verdict=oui', key))).toBe('C');
    const { body } = await api.get('/opportunites?verdict=incertain', key);
    expect(body.data.map((item: Opportunite) => item.verdict)).toEqual([{ valeur: 'non', raison }]);
  });

  test('statut_utilisateur: each, and by default all but ignored', async () => {
    await feed(
      Object.fromEntries(
        STATUTS_UTILISATEUR.map((statut, n) => [statut, { score: 90 - n, statut_utilisateur: statut }]),
      ),
    );
    const others = STATUTS_UTILISATEUR.filter((statut) => statut !== 'ignored');
    expect(titles(await api.get('/opportunites', key))).toBe(others.join(''));
    for (const statut of STATUTS_UTILISATEUR) {
      const { body } = await api.get(`/opportunites?statut_utilisateur=${statut}`, key);
      expect(body.data.map((item: Opportunite) => item.statut_utilisateur)).toEqual([statut]);
    }
    expect(titles(await api.get('/opportunites?statut_utilisateur=perdu,ignored', key))).toBe('ignoredperdu');
    expect(titles(await api.get(`/opportunites?statut_utilisateur=${STATUTS_UTILISATEUR.join(',')}`, key))).toBe(
      STATUTS_UTILISATEUR.join(''),
    );
  });
});

describe('what leaves the feed leaves it at once, before the worker has looked at it', () => {
  test('closed notices, but those that the user holds on to; retired ones, held or not', async () => {
    const held = ['saved', 'applied', 'en_attente', 'en_cours', 'gagne', 'perdu'];
    const rows = (statut: string, more: TestAvis) =>
      Object.fromEntries(
        STATUTS_UTILISATEUR.map((one, n) => [`${statut}-${one} `, { score: 90 - n, statut_utilisateur: one, ...more }]),
      );
    await feed({
      ...rows('clos', { date_limite: inDays(-3) }),
      ...rows('passe', { date_limite: inDays(3) }),
      ...rows('retire', { motif_retrait: 'supprime' }),
    });
    await api.database.pool.query(
      `update read.avis set closes_at = now() - interval '1 second' where liste::json ->> 'titre' like 'passe-%'`,
    );
    const all = `statut_utilisateur=${STATUTS_UTILISATEUR.join(',')}&per_page=100`;
    const { body } = await api.get(`/opportunites?${all}`, key);
    expect(body.data.map((item: Opportunite) => item.titre).toSorted()).toEqual(
      held.flatMap((statut) => [`clos-${statut} `, `passe-${statut} `]).toSorted(),
    );
    expect(body.meta.total).toBe(12);
  });

  test('notices of a source no longer served are dropped from their page, and still counted', async () => {
    await feed({
      A: { score: 90, source: 'ted' },
      B: { score: 80 },
      C: { score: 70, source: 'ted', statut_utilisateur: 'saved' },
      D: { score: 60 },
      E: { score: 55 },
    });
    const pages = () => Promise.all([1, 2, 3].map((page) => api.get(`/opportunites?per_page=2&page=${page}`, key)));
    expect((await pages()).map(titles)).toEqual(['AB', 'CD', 'E']);
    await api.database.pool.query(
      "insert into read.source (code, coupee) values ('ted', true) on conflict (code) do update set coupee = true",
    );
    // What an instance believes of the sources is a second old at most.
    await eventually(10_000, async () => titles(await api.get('/opportunites', key)) === 'BDE');
    const cut = await pages();
    expect(cut.map(titles)).toEqual(['B', 'D', 'E']);
    expect(cut.map(({ body }) => body.meta.total)).toEqual([5, 5, 5]);
  });

  test('notices of sources that the key may not see do not exist for it', async () => {
    await feed({ A: { score: 90, source: 'place' }, B: { score: 80 } });
    const rediffusion = await createKey(api.database, { compteId, usage: 'rediffusion' });
    const { body } = await api.get('/opportunites', rediffusion.key);
    expect([body.data.map((item: Opportunite) => item.titre), body.meta.total]).toEqual([['B'], 1]);
    expect(titles(await api.get('/opportunites', key))).toBe('AB');
  });
});

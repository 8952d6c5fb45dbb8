import type { AvisComplet, Opportunite } from '#client/answers';
import { STATUTS_UTILISATEUR } from '#contract/vocabulary';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { documentedRoutes } from '../testing/document.js';
import { publishNotices } from '../testing/notices.js';
import { insertFeed, type TestOpportunite } from '../testing/opportunites.js';

/**
 * Nothing of the feed of an account is ever told to another: not a notice of it, a score, a reason, a verdict, a status
 * nor a date. Two accounts of the same notices ask every route of the OpenAPI document, through an instance that remembers.
 */
interface Account {
  name: string;
  key: string;
  compteId: string;
  rows: Record<string, TestOpportunite>;
}

let api: TestApi;
let ids: string[];
let accounts: [Account, Account];

beforeAll(async () => {
  api = await startApi({ responseMemorySeconds: 60 });
  ids = await publishNotices(
    api.database.pool,
    Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`26-${n}`, {}])),
  );
  // Of nine notices, three are in both feeds, three in one, three in the other.
  accounts = [await account('alpha', ids.slice(0, 6), 11), await account('omega', ids.slice(3), 22)];
});
afterAll(() => api.close());

/** A feed of which every value tells whose it is. */
async function account(name: string, feed: string[], score: number): Promise<Account> {
  const { key, compteId } = await createKey(api.database, { limites: { general: 1_000_000 } });
  const row = (n: number): TestOpportunite => ({
    score: score + n,
    raisons: { metier: { points: score, mots: [`mot-${name}`] } },
    verdict: { valeur: 'incertain', raison: `raison-${name}` },
    statut_utilisateur: name === 'alpha' ? 'en_cours' : 'perdu',
    vu_le: `20${String(score)}-01-01T00:00:00Z`,
  });
  const rows = Object.fromEntries(feed.map((id, n) => [id, row(n)]));
  await insertFeed(api.database.pool, compteId, rows);
  return { name, key, compteId, rows };
}

const both = (): [Account, Account][] => [accounts, [accounts[1], accounts[0]]];

/** What no answer to another account may hold. */
function expectNothingOf(other: Account, text: string): void {
  const year = other.rows[ids[4]!]!.vu_le!.slice(0, 4);
  const status = other.rows[ids[4]!]!.statut_utilisateur!;
  for (const secret of [`mot-${other.name}`, `raison-${other.name}`, `"vu_le":"${year}`, `utilisateur":"${status}"`]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain(other.compteId);
}

const ALL = `score_min=0&verdict=oui,incertain,non&statut_utilisateur=${STATUTS_UTILISATEUR.join(',')}&per_page=100`;

async function feedOf({ key }: Account, query = ALL): Promise<Opportunite[]> {
  const { status, body } = await api.get(`/opportunites?${query}`, key);
  expect(status).toBe(200);
  return body.data;
}

function expectOwn({ rows }: Account, items: Opportunite[]): void {
  expect(Object.fromEntries(items.map(({ id, score, raisons }) => [id, { score, raisons }]))).toEqual(
    Object.fromEntries(Object.entries(rows).map(([id, { score, raisons }]) => [id, { score, raisons }])),
  );
}

test('each account reads its own feed, whole', async () => {
  for (const [own, other] of both()) {
    const items = await feedOf(own);
    expectOwn(own, items);
    expectNothingOf(other, JSON.stringify(items));
  }
});

test('every route, for every notice: nothing of the other account', async () => {
  for (const route of documentedRoutes()) {
    const paths = route.path.includes('{id}')
      ? ids.map((id) => route.path.replace('{id}', id))
      : [route.path.replace(/\{\w+\}/, 'inconnu')];
    for (const path of paths) {
      for (const [own, other] of both()) {
        const { text } = await api.get(path, own.key);
        expectNothingOf(other, text);
      }
    }
  }
});

test('every filter of the feed, with the values of the other account', async () => {
  for (const [own, other] of both()) {
    const row = other.rows[ids[4]!]!;
    for (const query of [
      `q=raison-${other.name}`,
      `q=mot-${other.name}`,
      `score_min=${String(row.score)}`,
      `statut_utilisateur=${row.statut_utilisateur!}&score_min=0`,
      'verdict=incertain&score_min=0',
      'page=2&per_page=3&score_min=0',
      `compte_id=${other.compteId}`,
      `profil=${other.compteId}`,
      `profile_id=${other.compteId}`,
    ]) {
      const { text, status } = await api.get(`/opportunites?${query}`, own.key);
      expect([200, 400]).toContain(status);
      if (status === 200) expectNothingOf(other, text);
    }
    expect(await feedOf(own, `statut_utilisateur=${row.statut_utilisateur!}&score_min=0`)).toEqual([]);
  }
});

test('the detail shows the score of the account that asks, and none for a notice out of its feed', async () => {
  for (const [own] of both()) {
    for (const id of ids) {
      const data = (await api.get(`/avis/${id}`, own.key)).body.data as AvisComplet;
      expect([data.score, data.raisons]).toEqual([own.rows[id]?.score, own.rows[id]?.raisons]);
    }
  }
});

test('no header names another account', async () => {
  const [own, other] = accounts;
  for (const name of ['X-Compte-Id', 'X-Account-Id', 'X-Forwarded-User', 'Cookie']) {
    const { body } = await api.get(`/opportunites?${ALL}`, own.key, { [name]: other.compteId });
    expectOwn(own, body.data);
  }
  const twoKeys = await api.get(`/opportunites?${ALL}`, own.key, { Authorization: `Bearer ${other.key}` });
  expectNothingOf(other, twoKeys.text);
});

test('asked all at once, each answer is of the account that asked', async () => {
  const asked = Array.from({ length: 60 }, (_, n) => accounts[n % 2]!);
  const answers = await Promise.all(
    asked.map(async (own, n) => {
      const id = ids[4]!;
      if (n % 3 === 0) return { own, score: (await api.get(`/avis/${id}`, own.key)).body.data.score as number };
      return { own, score: (await feedOf(own)).find((item) => item.id === id)!.score };
    }),
  );
  for (const { own, score } of answers) expect(score).toBe(own.rows[ids[4]!]!.score);
});

test('all keys of an account read the same feed; a key without the scope reads none of it', async () => {
  const [own] = accounts;
  const second = await createKey(api.database, { compteId: own.compteId });
  expectOwn(own, await feedOf({ ...own, key: second.key }));
  const { key } = await createKey(api.database, { compteId: own.compteId, perimetres: ['avis:read'] });
  expect((await api.get('/opportunites', key)).status).toBe(403);
  expect((await api.get(`/avis/${ids[0]}`, key)).text).not.toMatch(/"score"|mot-alpha/);
});

test('what one account does of a notice changes nothing for the other', async () => {
  const [own, other] = accounts;
  const before = await feedOf(own);
  await api.database.pool.query(
    `update read.opportunite set statut_utilisateur = 'ignored', verdict_filtre = 'non', score = 0 where compte_id = $1`,
    [other.compteId],
  );
  expect(await feedOf(own)).toEqual(before);
  await api.database.pool.query('delete from read.opportunite where compte_id = $1', [other.compteId]);
  expect(await feedOf(own)).toEqual(before);
  expect(await feedOf(other)).toEqual([]);
});

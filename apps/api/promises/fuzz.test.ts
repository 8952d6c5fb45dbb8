import fc from 'fast-check';
import { ERROR_STATUS } from '#contract/errors';
import { AvisQuery } from '#contract/parameters/avis-query';
import { OpportunitesQuery } from '#contract/parameters/opportunites-query';
import { ContratsQuery } from '#contract/parameters/contrats-query';
import { parametersOf } from '#contract/parameters/parameter';
import { PrestatairesQuery } from '#contract/parameters/prestataires-query';
import { drawSeed } from '#access/testing/seed';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';
import { insertFeed } from '../testing/opportunites.js';

/** The promise: whatever is asked, the answer is a documented one; never a 5xx, and every refusal in the envelope. */
const RUNS = 1_500;

let api: TestApi;
let key: string;
let cursor: string;
beforeAll(async () => {
  api = await startApi();
  const account = await createKey(api.database, { limites: { general: 10_000_000, decp: 10_000_000 } });
  key = account.key;
  const notices = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`26-${n}`, {}]));
  const ids = await publishNotices(api.database.pool, notices);
  await insertFeed(api.database.pool, account.compteId, Object.fromEntries(ids.map((id) => [id, {}])));
  cursor = (await api.get('/avis?per_page=1', key)).body.meta.curseur_suivant;
});
afterAll(() => api.close());

const NAMES = [
  ...new Set(
    [AvisQuery, ContratsQuery, OpportunitesQuery, PrestatairesQuery].flatMap((query) => [
      ...parametersOf(query as never).keys(),
    ]),
  ),
  'profil',
  '',
  '__proto__',
];
const NASTY = [
  '',
  '%00',
  '%ED%A0%80',
  '-1',
  '9223372036854775808',
  '1e309',
  'NaN',
  "' or 1=1 --",
  '); drop table read.avis; --',
  'a & | ! <-> b:*',
  '%E2%80%AEabc',
  '%F0%9F%8F%97',
  'a'.repeat(10_000),
  '%',
  '%zz',
  '+',
  'null',
  'undefined',
  '[object Object]',
  '{"$ne":1}',
  '../../etc/passwd',
  '2026-02-30',
  '2026-11-01T08:00:00Z',
];
const GOOD = [
  '10',
  'boamp',
  '35,22',
  '45',
  'Travaux',
  '2026-12-15',
  'tous',
  'publication',
  'école',
  '1',
  '21350238800019',
  '213502388',
  'PME',
  'oui',
  'new',
];

const value = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.constantFrom(...GOOD),
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURIComponent(text)),
  fc.integer().map(String),
  fc.nat({ max: 200 }).map((at) => {
    const place = at % cursor.length;
    return cursor.slice(0, place) + (cursor[place] === 'A' ? 'B' : 'A') + cursor.slice(place + 1);
  }),
  fc.nat({ max: 40 }).map((days) => encodeURIComponent(new Date(Date.now() - days * 86_400_000).toISOString())),
);
const query = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 });
const route = fc.oneof(
  { weight: 6, arbitrary: fc.constant('/avis') },
  { weight: 2, arbitrary: fc.constant('/opportunites') },
  { weight: 4, arbitrary: fc.constantFrom('/contrats', '/prestataires', '/attributions') },
  { weight: 2, arbitrary: value.map((text) => `/avis/${text}`) },
  { weight: 2, arbitrary: value.map((text) => `/prestataires/${text}`) },
  { weight: 1, arbitrary: value.map((text) => `/acheteurs/${text}`) },
  { weight: 1, arbitrary: fc.constantFrom('/departements', '/sources', '/moi', '/sante', '/openapi.json') },
  { weight: 1, arbitrary: value.map((text) => `/${text}`) },
);

test(`${RUNS} requests of every kind`, async () => {
  const statuses: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(route, query, async (path, pairs) => {
      const address = `${path}${pairs.length === 0 ? '' : '?'}${pairs.map(([name, text]) => `${name}=${text}`).join('&')}`;
      const answer = await api.get(address, key);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      expect([200, 400, 404]).toContain(answer.status);
      if (answer.status === 200) return;
      expect(answer.body).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
      expect(ERROR_STATUS[answer.code as keyof typeof ERROR_STATUS]).toBe(answer.status);
      expect(answer.text).not.toMatch(/node_modules|\.ts:|syntax error|select /);
    }),
    { numRuns: RUNS, seed: drawSeed('fuzz of the API') },
  );
  console.log(`answers by status: ${JSON.stringify(statuses)}`);
}, 180_000);

import { randomUUID } from 'node:crypto';
import { generateKey } from '#access/cles/key';
import { eventually } from '#access/testing/eventually';
import type { ErrorCode } from '#contract/errors';
import { ERROR_STATUS, QUOTA_EXCEEDED_MESSAGE } from '#contract/errors';
import { PERIMETRES, type Perimetre } from '#contract/vocabulary';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { createKey, startApi, type TestAnswer, type TestApi } from '../testing/api.js';
import { publishAttributions } from '../testing/attributions.js';
import { documentedRoutes, type DocumentedRoute } from '../testing/document.js';
import { withHeldLists } from '../testing/held-lists.js';
import { publishNotices } from '../testing/notices.js';

/**
 * Every row of the contract's table of errors on every route that can give it, and every way to meet it. The routes and
 * their codes are those of the OpenAPI document: a route added later fails here until it says how it is asked.
 */
const UNKNOWN_ID = '3f2504e0-4f89-51d3-9a0c-0305e82c3301';
const UNKNOWN_SIRET = '12345678900012';

const ROUTES = documentedRoutes();

/** A request of each route that would be answered. */
const GOOD: Record<string, string> = {
  '/avis': '/avis?per_page=100',
  '/avis/{id}': `/avis/${UNKNOWN_ID}`,
  '/opportunites': '/opportunites?per_page=100',
  '/attributions': '/attributions?limite=100',
  '/contrats': '/contrats?cpv=45',
  '/prestataires': '/prestataires?per_page=100',
  '/prestataires/{slug}': `/prestataires/inconnu-${UNKNOWN_SIRET}`,
  '/acheteurs/{siret}': `/acheteurs/${UNKNOWN_SIRET}`,
  '/departements': '/departements',
  '/sources': '/sources',
  '/moi': '/moi',
  '/sante': '/sante',
  '/openapi.json': '/openapi.json',
};

/** Scope that each route asks for. */
const SCOPES: Record<string, Perimetre> = {
  '/avis': 'avis:read',
  '/avis/{id}': 'avis:read',
  '/attributions': 'decp:read',
  '/contrats': 'decp:read',
  '/prestataires': 'prestataires:read',
  '/prestataires/{slug}': 'prestataires:read',
  '/acheteurs/{siret}': 'acheteurs:read',
};

/** Declared for every route, and out of reach of these: a text kept in memory. */
const OUT_OF_REACH = new Set(['/openapi.json unavailable']);

/** Who is refused: nobody that we know, the account of the key that asks, or the address. */
type Whose = 'unknown' | 'account' | 'address';

interface Way {
  name: string;
  code: ErrorCode;
  /** Routes that can meet it. */
  on: (route: DocumentedRoute) => boolean;
  /** Provokes the refusal. */
  ask: (route: DocumentedRoute) => Promise<{ answer: TestAnswer; compteId?: string }>;
  whose?: Whose;
  /** `Retry-After`: exact, or the longest. */
  retryAfter?: number | { max: number };
}

let database: TestDatabase;
/** One instance a setting, on one database. */
let open: TestApi;
let oneAMinute: TestApi;
let oneAddress: TestApi;
let oneAtATime: TestApi;
let impatient: TestApi;
let ids: string[];
let cursor: string;
let attributionsCursor: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const start = (settings: Parameters<typeof startApi>[0]) => startApi({ logLevel: 'silent', ...settings }, database);
  open = await start({});
  oneAMinute = await start({ rateLimitPerKey: 1 });
  oneAddress = await start({ rateLimitPerIp: 1, trustProxy: ['loopback'] });
  oneAtATime = await start({ maxInFlightPerKey: 1 });
  impatient = await start({ listTimeoutMs: 200 });
  ids = await publishNotices(database.pool, {
    '26-1': {},
    '26-2': {},
    'p-1': { source: 'place' },
    's-1': { motif_retrait: 'supprime' },
  });
  await publishAttributions(database.pool, { '26-8': {}, '26-9': {} });
  attributionsCursor = (await open.get('/attributions?limite=1', (await createKey(database)).key)).body.meta
    .curseur_suivant as string;
  cursor = (await open.get('/avis?per_page=1', (await createKey(database)).key)).body.meta.curseur_suivant as string;
});
afterAll(async () => {
  for (const api of [open, oneAMinute, oneAddress, oneAtATime, impatient]) await api.close();
  await database.close();
});

const everyRoute = () => true;
const keyed = (route: DocumentedRoute) => route.keyed;
const reserving = (route: DocumentedRoute) => route.reserves;
const only =
  (...paths: string[]) =>
  (route: DocumentedRoute) =>
    paths.includes(route.path);
const readsNotices = only(
  '/avis',
  '/avis/{id}',
  '/opportunites',
  '/attributions',
  '/acheteurs/{siret}',
  '/departements',
  '/sources',
);
const reads = (route: DocumentedRoute) => route.reserves || readsNotices(route);
const byDay = only('/attributions', '/contrats');
const ago = (days: number) => encodeURIComponent(new Date(Date.now() - days * 86_400_000).toISOString());

/** Asks with a good key of an account of its own. */
async function asking(path: string, api = open, cle: Parameters<typeof createKey>[1] = {}) {
  const { key, compteId } = await createKey(database, cle);
  return { answer: await api.get(path, key), compteId };
}

const good = (route: DocumentedRoute) => GOOD[route.path] ?? '';
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

const malformed = (query: string, on: Way['on'] = everyRoute): Way => ({
  name: query,
  code: 'invalid_parameter',
  on,
  ask: (route) => asking(withQuery(good(route), query)),
});
const inAvis = (code: ErrorCode, query: () => string, name: string): Way => ({
  name,
  code,
  on: only('/avis'),
  ask: () => asking(`/avis?${query()}`),
});
const noKey = (name: string, headers: () => Record<string, string>): Way => ({
  name,
  code: 'unauthorized',
  on: keyed,
  whose: 'unknown',
  ask: async (route) => ({ answer: await open.get(good(route), null, headers()) }),
});
const endedKey = (name: string, change: string): Way => ({
  name,
  code: 'unauthorized',
  on: keyed,
  whose: 'unknown',
  ask: async (route) => {
    const { key, compteId } = await createKey(database);
    await database.pool.query(`update access.cle set ${change} where compte_id = $1`, [compteId]);
    return { answer: await open.get(good(route), key), compteId };
  },
});
const missing = (id: () => string, name: string, usage: 'interne' | 'rediffusion' = 'interne'): Way => ({
  name,
  code: 'not_found',
  on: only('/avis/{id}'),
  ask: () => asking(`/avis/${id()}`, open, { usage }),
});
/** What an instance believes is a second old at most. */
const BELIEVED_MS = 1_100;

/** While `change` holds. All the routes are asked under one change, by the first of their tests. */
const whilst = (name: string, on: Way['on'], change: string, undo: string): Way => {
  const askAll = async () => {
    await database.pool.query(change);
    try {
      await new Promise((resolve) => setTimeout(resolve, BELIEVED_MS));
      const asked = ROUTES.filter(on).map(async (route) => [route.path, await asking(good(route))] as const);
      return new Map(await Promise.all(asked));
    } finally {
      await database.pool.query(undo);
      await new Promise((resolve) => setTimeout(resolve, BELIEVED_MS));
    }
  };
  let all: ReturnType<typeof askAll> | undefined;
  return {
    name,
    code: 'unavailable',
    on,
    retryAfter: 30,
    ask: async (route) => (await (all ??= askAll())).get(route.path)!,
  };
};
const cut = (cible: string, on: Way['on']): Way =>
  whilst(`cut: ${cible}`, on, `insert into access.coupure (cible) values ('${cible}')`, 'delete from access.coupure');

const slowly = <T>(work: () => Promise<T>): Promise<T> => withHeldLists(database.pool, work);

const WAYS: Way[] = [
  malformed('inconnu=1'),
  malformed('inconnu=1&inconnu=2'),
  malformed('cle=mpk_x'),
  malformed('per_page=5', (route) => !route.parameters.some(({ name }) => name === 'per_page')),
  malformed('per_page=5', only('/avis')),
  malformed('statut=tous&updated_since=2026-11-01T00:00:00Z', only('/avis')),
  malformed('q=', only('/avis')),
  malformed('page=0', only('/avis')),
  malformed('source=inconnue', only('/avis')),
  malformed('profil=1', only('/avis')),
  malformed('per_page=5', only('/opportunites')),
  malformed('profil=1', only('/opportunites')),
  malformed('verdict=oui,oui', only('/opportunites')),
  malformed('budget_min=2&budget_max=1', only('/opportunites')),
  inAvis('invalid_parameter', () => `updated_since=${ago(-1)}`, 'updated_since in the future'),
  inAvis('resync_required', () => `updated_since=${ago(31)}`, 'updated_since 31 days ago'),
  inAvis('page_too_deep', () => 'page=11&per_page=100', 'page 11 of 100'),
  {
    name: 'page 51 of 20',
    code: 'page_too_deep',
    on: only('/opportunites'),
    ask: () => asking('/opportunites?page=51'),
  },
  inAvis('invalid_cursor', () => 'curseur=x', 'unreadable'),
  inAvis('invalid_cursor', () => `cpv=45&curseur=${cursor}`, 'of other filters'),
  inAvis('invalid_cursor', () => `curseur=${cursor.slice(0, -2)}`, 'cut short'),
  malformed('limite=101', byDay),
  malformed('date_min=2026-02-01&date_max=2026-01-01', byDay),
  malformed('acheteur_siret=1', byDay),
  malformed('q=a', only('/contrats', '/prestataires')),
  malformed('montant_min=2&montant_max=1', only('/contrats')),
  malformed('tri=pertinence', only('/prestataires')),
  { ...malformed('curseur=x', byDay), code: 'invalid_cursor' },
  {
    ...malformed('of other filters', byDay),
    code: 'invalid_cursor',
    ask: (route) => asking(withQuery(good(route), `departement=35&curseur=${attributionsCursor}`)),
  },
  {
    ...malformed('page=11&per_page=100', only('/prestataires')),
    code: 'page_too_deep',
    ask: () => asking('/prestataires?page=11&per_page=100'),
  },
  { ...malformed('no filter', only('/contrats')), code: 'filter_required', ask: () => asking('/contrats?limite=5') },
  {
    ...malformed('siret'),
    name: 'a SIRET that is none',
    on: only('/acheteurs/{siret}'),
    ask: () => asking('/acheteurs/1'),
  },
  { ...malformed('id'), name: 'an id that is none', on: only('/avis/{id}'), ask: () => asking('/avis/1') },

  noKey('no key', () => ({})),
  noKey('an empty key', () => ({ 'X-API-Key': '' })),
  noKey('a malformed key', () => ({ 'X-API-Key': 'mpk_x' })),
  noKey('an unknown key', () => ({ Authorization: `Bearer ${generateKey()}` })),
  {
    ...noKey('', () => ({})),
    name: 'a key in the address',
    ask: async (route) => {
      const { key, compteId } = await createKey(database);
      return { answer: await open.get(withQuery(good(route), `api_key=${key}`)), compteId };
    },
  },
  endedKey('a revoked key', 'revoquee_le = now()'),
  endedKey('an expired key', "expire_le = now() - interval '1 second'"),

  {
    name: 'an account that is not Pro',
    code: 'forbidden',
    on: keyed,
    ask: (route) => asking(good(route), open, { plan: 'gratuit' }),
  },
  {
    name: 'a key without the scope',
    code: 'forbidden',
    on: only(...Object.keys(SCOPES)),
    ask: (route) =>
      asking(good(route), open, { perimetres: PERIMETRES.filter((perimetre) => perimetre !== SCOPES[route.path]) }),
  },
  {
    name: 'a key without the scope of feeds',
    code: 'forbidden',
    on: only('/opportunites'),
    ask: (route) =>
      asking(good(route), open, { perimetres: PERIMETRES.filter((perimetre) => perimetre !== 'opportunites:read') }),
  },

  missing(() => UNKNOWN_ID, 'an unknown id'),
  {
    name: 'unknown',
    code: 'not_found',
    on: only('/prestataires/{slug}', '/acheteurs/{siret}'),
    ask: (route) => asking(good(route)),
  },
  missing(() => ids[3]!, 'a notice withdrawn by its source'),
  missing(() => ids[2]!, 'a notice of a source that the key does not see', 'rediffusion'),

  {
    name: 'the window of the key',
    code: 'rate_limited',
    on: keyed,
    retryAfter: { max: 60 },
    ask: async (route) => {
      const { key, compteId } = await createKey(database);
      await oneAMinute.get('/moi', key);
      return { answer: await oneAMinute.get(good(route), key), compteId };
    },
  },
  {
    name: 'the window of the address',
    code: 'rate_limited',
    on: everyRoute,
    whose: 'address',
    retryAfter: { max: 60 },
    ask: async (route) => {
      const { key, compteId } = await createKey(database);
      const from = { 'X-Forwarded-For': `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1` };
      await oneAddress.get('/sante', null, from);
      return { answer: await oneAddress.get(good(route), key, from), compteId };
    },
  },
  {
    name: 'fewer records left than the reserve',
    code: 'quota_exceeded',
    on: reserving,
    retryAfter: { max: 86_400 },
    ask: (route) => asking(good(route), open, { limites: { general: 0, decp: 0 } }),
  },

  {
    name: 'too many requests of the key at once',
    code: 'unavailable',
    on: keyed,
    retryAfter: 1,
    ask: async (route) => {
      const { key, compteId } = await createKey(database);
      const { held, answer } = await slowly(async () => {
        const held = oneAtATime.get('/avis?per_page=1', key);
        await eventually(5_000, async () => (await counted(compteId)) === 1);
        return { held, answer: await oneAtATime.get(good(route), key) };
      });
      await held;
      return { answer, compteId };
    },
  },
  {
    name: 'a query longer than its delay',
    code: 'unavailable',
    on: reads,
    retryAfter: 30,
    ask: (route) => slowly(() => asking(good(route), impatient)),
  },
  whilst(
    'a quota that cannot be verified',
    reserving,
    'revoke execute on function access.reserve_quotas from marches_api',
    'grant execute on function access.reserve_quotas to marches_api',
  ),
  cut('api', keyed),
  cut('avis', only('/avis', '/avis/{id}', '/sources')),
  cut('opportunites', only('/opportunites')),
  cut('attributions', only('/attributions')),
  cut('contrats', only('/contrats')),
  cut('prestataires', only('/prestataires', '/prestataires/{slug}')),
  cut('acheteurs', only('/acheteurs/{siret}')),
  cut('departements', only('/departements')),
  cut('moi', only('/moi')),
  whilst(
    'the first load',
    readsNotices,
    'alter table read.state disable trigger user; update read.state set loading = true',
    'update read.state set loading = false; alter table read.state enable trigger user',
  ),
  {
    name: 'a database that is gone',
    code: 'unavailable',
    on: (route) => route.path !== '/openapi.json',
    whose: 'unknown',
    retryAfter: 30,
    ask: async (route) => {
      const alone = await startApi({ apiDatabaseUrl: 'postgres://localhost:1/none', logLevel: 'silent' }, database);
      try {
        return { answer: await alone.get(good(route), generateKey()) };
      } finally {
        await alone.close();
      }
    },
  },
];

/** Records counted in the quota of an account, all families and days. */
async function counted(compteId: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    'select coalesce(sum(consomme), 0)::int as n from access.quota where compte_id = $1',
    [compteId],
  );
  return rows[0]!.n;
}

const CASES = ROUTES.flatMap((route) =>
  WAYS.filter((way) => way.on(route)).map((way) => ({ route, way, path: route.path, code: way.code, name: way.name })),
);

test('every code of every route is met', () => {
  const met = new Set(CASES.map(({ path, code }) => `${path} ${code}`));
  const declared = ROUTES.flatMap(({ path, codes }) => [...codes.keys()].map((code) => `${path} ${code}`));
  expect(declared.filter((one) => !met.has(one) && !OUT_OF_REACH.has(one))).toEqual([]);
  expect([...met].filter((one) => !declared.includes(one))).toEqual([]);
});

test.each(CASES)('$path: $code, $name', async ({ route, way }) => {
  const { answer, compteId } = await way.ask(route);
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: ERROR_STATUS[way.code],
    body: { error: { code: way.code, message: expect.stringMatching(/\S{3}/) } },
  });
  checkHeaders(route, way, answer);
  if (way.code === 'quota_exceeded') {
    expect(answer.body.error.message).toBe(QUOTA_EXCEEDED_MESSAGE);
    expect(answer.headers.get('x-quota-remaining')).toBe('0');
  }
  if (compteId === undefined) return;
  // What held the slot was answered, and counts the one notice that it gave.
  const served = way.name === 'too many requests of the key at once' ? 1 : 0;
  expect(await counted(compteId)).toBe(served);
});

function checkHeaders(route: DocumentedRoute, { whose = 'account', retryAfter }: Way, { headers }: TestAnswer): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  if (route.path === '/openapi.json') expect(headers.get('x-request-id')).toBeNull();
  else expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  const shown = route.reserves && whose === 'account';
  for (const name of ['x-quota-limit', 'x-quota-remaining']) {
    if (shown) expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(/^\d+$/)]);
    else expect([name, headers.get(name)]).toEqual([name, null]);
  }
  const wait = headers.get('retry-after');
  if (retryAfter === undefined) expect(wait).toBeNull();
  else if (typeof retryAfter === 'number') expect(wait).toBe(String(retryAfter));
  else {
    expect(Number(wait)).toBeGreaterThanOrEqual(1);
    expect(Number(wait)).toBeLessThanOrEqual(retryAfter.max);
  }
}

test('every refusal is in the usage statistics, by route and status', async () => {
  const expected = new Map<string, number>();
  for (const { path, code } of CASES) {
    const line = `${path} ${ERROR_STATUS[code]}`;
    expected.set(line, (expected.get(line) ?? 0) + 1);
  }
  // The instance without a database could write nothing.
  for (const { path, name } of CASES) {
    if (name !== 'a database that is gone') continue;
    expected.set(`${path} 503`, expected.get(`${path} 503`)! - 1);
  }
  const lines = async () => {
    const { rows } = await database.pool.query<{ line: string; n: number }>(
      `select route || ' ' || statut as line, sum(requetes)::int as n from access.usage where statut <> 200 group by 1`,
    );
    return Object.fromEntries(rows.map(({ line, n }) => [line, n]));
  };
  const wanted = Object.fromEntries([...expected].filter(([, n]) => n > 0));
  await eventually(5_000, async () => JSON.stringify(sorted(await lines())) === JSON.stringify(sorted(wanted))).catch(
    () => undefined,
  );
  expect(await lines()).toEqual(wanted);
});

function sorted(lines: Record<string, number>): [string, number][] {
  return Object.entries(lines).sort(([a], [b]) => (a < b ? -1 : 1));
}

import { request } from 'node:http';
import { drawSeed } from '#access/testing/seed';
import { ERROR_STATUS, type ErrorCode } from '#contract/errors';
import { executedIn, titulaire } from '#contrats/testing/contrats';
import { createKey, type TestApi } from '../testing/api.js';
import { publishAttributions } from '../testing/attributions.js';
import { startContratsApi, type ContratsApi } from '../testing/contrats.js';
import { documentedRoutes, type DocumentedParameter, type DocumentedRoute } from '../testing/document.js';
import { Draws } from '../testing/draws.js';
import { publishNotices } from '../testing/notices.js';

/**
 * Every parameter of every route of the OpenAPI document, with every kind of hostile value, alone and beside others; and
 * cursors of which a bit has turned. The promise: a status that the document declares, never a 5xx, every refusal in the
 * envelope, and nothing of the inside told.
 */
const ROUNDS = 18;
const FLIPPED_CURSORS = 250;

let served: ContratsApi;
let api: TestApi;
let key: string;
/** Cursors of each list that gives some. */
const cursors = new Map<string, string>();
let cursor: string;
let id: string;
beforeAll(async () => {
  served = await startContratsApi();
  ({ api } = served);
  ({ key } = await createKey(api.database, { limites: { general: 100_000_000, decp: 100_000_000 } }));
  [id] = (await publishNotices(api.database.pool, { '26-1': {}, '26-2': {}, '26-3': {} })) as [string];
  const contrat = {
    acheteur: { siret: SIRET, nom: 'Rennes' },
    titulaires: [titulaire(SIRET, 'Ateliers')],
    cpv: '45210000',
    lieu_execution: executedIn('35'),
  };
  await served.publish({ A: contrat, B: contrat });
  cursor = (await api.get('/avis?per_page=1', key)).body.meta.curseur_suivant as string;
  await publishAttributions(api.database.pool, { '26-8': {}, '26-9': {} });
  cursors.set('/attributions', (await api.get('/attributions?limite=1', key)).body.meta.curseur_suivant as string);
  cursors.set('/contrats', (await api.get('/contrats?cpv=45&limite=1', key)).body.meta.curseur_suivant as string);
});
afterAll(() => served.close());

const SIRET = '21350238800019';

const encoded = (text: string) => encodeURIComponent(text);
const bytes = (...values: number[]) => values.map((value) => `%${value.toString(16).padStart(2, '0')}`).join('');

/** Hostile values of each kind, as they go on the wire. */
const KINDS: Record<string, (random: Draws, good: string) => string> = {
  'wrong type': (random) =>
    random.pick([
      'abc',
      '1.5',
      '1e3',
      '0x10',
      'NaN',
      'true',
      'null',
      '[]',
      '{"a":1}',
      '%5B%5D',
      '2026-13-45',
      '2026-11-01',
    ]),
  empty: (random) => random.pick(['', '%20', '%09', ',', '+']),
  huge: (random) => '9'.repeat(random.integer(20, 400)),
  NUL: (random, good) => random.pick(['%00', `${good}%00`, `%00${good}`, `a%00b`]),
  'lone surrogate': (random, good) =>
    random.pick([bytes(0xed, 0xa0, 0x80), `${good}${bytes(0xed, 0xbf, 0xbf)}`, `a${bytes(0xed, 0xa0, 0xbd)}b`]),
  'broken escape': (random, good) =>
    random.pick(['%', '%z', `${good}%`, `${good}%C3`, bytes(0xc0, 0xaf), bytes(0xff), bytes(0xf5, 0x80, 0x80, 0x80)]),
  negative: (random) => `-${String(random.integer(0, 1_000_000))}`,
  '2^63': (random) =>
    random.pick([
      '9223372036854775807',
      '9223372036854775808',
      '-9223372036854775809',
      '18446744073709551616',
      '2147483648',
      '4294967296',
    ]),
  SQL: (random) =>
    encoded(
      random.pick([
        "' or 1=1 --",
        "'; drop table read.avis; --",
        '") or ("1"="1',
        '$1',
        '1; select pg_sleep(9)',
        "\\'; --",
        '/*',
        "E'\\\\'",
        '%',
        '_%',
      ]),
    ),
  tsquery: (random) =>
    encoded(
      random.pick(['a & | !', '!!!', 'a <-> b', 'a:*', "'a' & 'b", 'a <99999> b', '(((', ':A', '\\', 'a\\:*', '& & &']),
    ),
  'right to left': (random) =>
    random.pick([
      encoded('\u202Eabc\u202C'),
      encoded('مناقصة عامة'),
      encoded('\u200F35\u200E'),
      encoded('٣٥'),
      encoded('２０２６'),
    ]),
  '10,000 characters': (random, good) =>
    random
      .pick(['a', '1', '%20', good === '' ? 'b' : good])
      .repeat(10_000)
      .slice(0, 10_000),
  'any text': (random) =>
    encoded(Array.from({ length: random.integer(1, 40) }, () => String.fromCodePoint(codePoint(random))).join('')),
};

function codePoint(random: Draws): number {
  const point = random.integer(1, 0x1_0fff);
  return point >= 0xd800 && point <= 0xdfff ? 0x20 : point;
}

const ROUTES = documentedRoutes();

/** A value of the parameter that is accepted. */
function good(route: DocumentedRoute, { name, schema }: DocumentedParameter): string {
  if (name === 'curseur') return cursors.get(route.path) ?? cursor;
  return PATHS[name]?.() ?? encoded(String(schema.examples[0]));
}

/** Parameters of paths that name something. */
const PATHS: Record<string, () => string> = { id: () => id, slug: () => `ateliers-${SIRET}`, siret: () => SIRET };

/** What a list asks for at least: without it, hostile values would meet nothing but its absence. */
const FILTERS: Record<string, string> = { '/contrats': 'titulaire_siren=213502388' };

/** An address that holds the hostile value in this parameter, alone or beside good values of others. */
function address(route: DocumentedRoute, parameter: DocumentedParameter, value: string, random: Draws): string {
  if (parameter.in === 'path') return route.path.replace(`{${parameter.name}}`, value);
  const others = route.parameters.filter((other) => other.in === 'query' && other !== parameter);
  const beside = random.integer(0, 2) === 0 && others.length > 0 ? [random.pick(others)] : [];
  const pairs = [`${parameter.name}=${value}`, ...beside.map((other) => `${other.name}=${good(route, other)}`)];
  return withQuery(route, pairs.join('&'));
}

function withQuery(route: DocumentedRoute, query: string): string {
  const path = route.path.replace(/{(\w+)}/g, (_, name: string) => PATHS[name]?.() ?? '');
  const filter = FILTERS[route.path];
  const given = query.split('&').map((pair) => pair.split('=')[0]);
  return `${path}?${filter === undefined || given.includes(filter.split('=')[0]) ? '' : `${filter}&`}${query}`;
}

/** Sends a path as it is: `fetch` would repair it. */
function ask(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(api.baseUrl);
    const sent = request({ hostname, port, path: `${pathname}${path}`, headers: { 'X-API-Key': key } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

const statuses: Record<number, number> = {};

async function check(route: DocumentedRoute, path: string): Promise<void> {
  const { status, text } = await ask(path);
  statuses[status] = (statuses[status] ?? 0) + 1;
  const shown = path.slice(0, 300);
  // A path that no longer names the route is an unknown one.
  const declared = [...route.headers.keys()].filter((one) => one < 500);
  expect({ path: shown, status, declared: declared.includes(status) || status === 404 }).toMatchObject({
    declared: true,
  });
  const body = JSON.parse(text) as { error?: { code: ErrorCode } };
  if (status === 200) return;
  expect({ path: shown, body }).toEqual({
    path: shown,
    body: { error: { code: expect.any(String), message: expect.any(String) } },
  });
  expect(ERROR_STATUS[body.error!.code]).toBe(status);
  expect(text).not.toMatch(
    /node_modules|\.[jt]s:\d|syntax error|at character|select |tsquery|ECONN|read\.(?:avis|contrat|prestataire)/,
  );
}

/** Runs all, a few at a time. */
async function checkAll(cases: { route: DocumentedRoute; path: string }[]): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let one = cases[next++]; one !== undefined; one = cases[next++]) await check(one.route, one.path);
  };
  await Promise.all(Array.from({ length: 4 }, client));
}

test('every parameter with every kind of value', async () => {
  const random = new Draws(drawSeed('fuzz of parameters'));
  const cases = ROUTES.flatMap((route) => {
    const unknown: DocumentedParameter = { name: 'inconnu', in: 'query', schema: { type: 'string', examples: ['1'] } };
    return [...route.parameters, unknown].flatMap((parameter) =>
      Object.values(KINDS).flatMap((kind) =>
        Array.from({ length: ROUNDS }, () => {
          const value = kind(random, good(route, parameter));
          return { route, path: address(route, parameter, value, random) };
        }),
      ),
    );
  });
  const repeated = ROUTES.flatMap((route) =>
    route.parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap((parameter) => {
        const pair = `${parameter.name}=${good(route, parameter)}`;
        return [`${pair}&${pair}`, `${pair}&${parameter.name}=`, `${parameter.name}[]=1`, `${parameter.name}[a]=1`].map(
          (query) => ({ route, path: withQuery(route, query) }),
        );
      }),
  );
  await checkAll([...cases, ...repeated]);
  console.info(
    `${String(cases.length + repeated.length)} requests; all answers so far by status: ${JSON.stringify(statuses)}`,
  );
}, 240_000);

test.each(['/avis', '/attributions', '/contrats?titulaire_siren=213502388'])(
  '%s: a cursor of which a bit has turned is none',
  async (list) => {
    const random = new Draws(drawSeed('fuzz of cursors'));
    const route = ROUTES.find(({ path }) => path === list.split('?')[0])!;
    const asked = list.includes('?') ? `${list}&` : `${list}?`;
    const { meta } = (await api.get(`${asked}${list === '/avis' ? 'per_page' : 'limite'}=1`, key)).body;
    const whole = meta.curseur_suivant as string;
    const flipped = Array.from({ length: FLIPPED_CURSORS }, () => {
      const raw = Buffer.from(whole, 'latin1');
      const at = random.integer(0, raw.length - 1);
      raw[at] = raw[at]! ^ (1 << random.integer(0, 7));
      return [...raw].map((byte) => bytes(byte)).join('');
    });
    for (const value of flipped) {
      const { status, text } = await ask(`${asked}curseur=${value}`);
      statuses[status] = (statuses[status] ?? 0) + 1;
      expect({ value, status, code: (JSON.parse(text) as { error?: { code: string } }).error?.code }).toEqual({
        value,
        status: 400,
        code: expect.stringMatching(/^(invalid_cursor|invalid_parameter)$/),
      });
    }
    const alphabet = [...new Set(Array.from(whole)), '-', '_', '=', '.'];
    await checkAll(
      Array.from({ length: FLIPPED_CURSORS }, () => {
        const length = random.integer(0, whole.length * 2);
        const text = Array.from({ length }, () => random.pick(alphabet)).join('');
        return { route, path: `${asked}curseur=${encoded(text)}` };
      }),
    );
  },
  120_000,
);

test('5,000 requests at least were answered, and the service still answers', async () => {
  expect(Object.values(statuses).reduce((all, n) => all + n, 0)).toBeGreaterThanOrEqual(5_000);
  const page = await api.get('/avis?page=1', key);
  expect([page.status, page.body.meta.total]).toEqual([200, 3]);
});

import { createClient, type Client, type ClientOptions } from './client.js';
import { ApiError, QuotaExceededError, UnreachableError } from './errors.js';
import { refused, startScripted, type ScriptedServer } from './testing/scripted-server.js';

const CLE = 'mp_essai_tres_secrete';
const OK = { status: 200, body: { data: [], meta: { total: 0 } } };

let server: ScriptedServer;
afterEach(() => server.close());

async function clientOf(
  script: Parameters<typeof startScripted>,
  options: Partial<ClientOptions> = {},
): Promise<Client> {
  server = await startScripted(...script);
  return createClient({ base: server.base, cle: CLE, ...options });
}

/** What a call throws. */
async function failure(call: Promise<unknown>): Promise<Error> {
  return call.then(
    () => new Error('did not throw'),
    (error: unknown) => error as Error,
  );
}

test('the key goes in a header, and not at all where none is needed', async () => {
  const client = await clientOf([OK]);
  await client.listSources();
  await client.getSante();
  expect(server.received.map(({ headers }) => headers['x-api-key'])).toEqual([CLE, undefined]);
  expect(server.received.map(({ url }) => url).join()).not.toContain(CLE);
});

test('queries are written as the API reads them', async () => {
  const client = await clientOf([OK]);
  await client.searchAvis({ q: 'école & toit', departement: ['35', '2A'], budget_min: 1000 });
  await client.walkAvis({ updated_since: '2026-11-01T08:00:00.000000Z', curseur: 'a+b=' });
  await client.getAvis('../moi');
  await client.listOpportunites({ score_min: 0, verdict: ['oui', 'non'], statut_utilisateur: ['saved'] });
  expect(server.received.map(({ url }) => url)).toEqual([
    '/api/v1/avis?q=%C3%A9cole+%26+toit&departement=35%2C2A&budget_min=1000&page=1',
    '/api/v1/avis?updated_since=2026-11-01T08%3A00%3A00.000000Z&curseur=a%2Bb%3D',
    '/api/v1/avis/..%2Fmoi',
    '/api/v1/opportunites?score_min=0&verdict=oui%2Cnon&statut_utilisateur=saved',
  ]);
});

test('`rate_limited` and `unavailable` are tried again, never before Retry-After', async () => {
  const client = await clientOf([refused(429, 'rate_limited', 1), refused(503, 'unavailable', 1), OK]);
  const started = performance.now();
  await client.listSources();
  expect(performance.now() - started).toBeGreaterThanOrEqual(2000);
  expect(server.received).toHaveLength(3);
});

test('a server that stays away is given up with its refusal', async () => {
  const client = await clientOf([refused(503, 'unavailable', 0)], { retry: { attempts: 3 } });
  expect(await failure(client.listSources())).toMatchObject({ code: 'unavailable', status: 503, requestId: 'essai-1' });
  expect(server.received).toHaveLength(3);
});

test('a wait longer than accepted is not begun', async () => {
  const client = await clientOf([refused(503, 'unavailable', 3600)]);
  expect(await failure(client.listSources())).toMatchObject({ retryAfter: 3600 });
  expect(server.received).toHaveLength(1);
});

test('an exhausted quota says when to resume, and asks no more', async () => {
  const client = await clientOf([refused(429, 'quota_exceeded', 7200)]);
  const error = await failure(client.walkAvis());
  expect(error).toBeInstanceOf(QuotaExceededError);
  const { resumeAt } = error as unknown as { resumeAt: Date };
  const wait = resumeAt.getTime() - Date.now();
  expect(wait).toBeGreaterThan(7_190_000);
  expect(wait).toBeLessThanOrEqual(7_200_000);
  expect(server.received).toHaveLength(1);
});

test.each([
  [400, 'invalid_cursor'],
  [400, 'code_a_venir'],
  [401, 'unauthorized'],
  [404, 'not_found'],
])('%i %s is thrown at once with its code', async (status, code) => {
  const client = await clientOf([refused(status, code)]);
  expect(await failure(client.walkAvis())).toMatchObject({ name: 'ApiError', code, status });
  expect(server.received).toHaveLength(1);
});

test('a redirection is not followed: the key would go elsewhere', async () => {
  const client = await clientOf([{ status: 302, headers: { Location: 'http://127.0.0.1:1/ailleurs' } }]);
  const error = await failure(client.listSources());
  expect(error).toBeInstanceOf(ApiError);
  expect(error.message).toContain('http://127.0.0.1:1/ailleurs');
});

test('a proxy’s page, a truncated body and silence are tried again', async () => {
  const client = await clientOf([{ status: 502, body: '<html>' }, { status: 200, body: '{"data":[' }, 'silent', OK], {
    timeoutMs: 300,
  });
  await client.listSources();
  expect(server.received).toHaveLength(4);
});

test('an unreachable server is named, the key never', async () => {
  const client = await clientOf(['silent'], { timeoutMs: 50, retry: { attempts: 2 } });
  const error = await failure(client.listSources());
  expect(error).toBeInstanceOf(UnreachableError);
  expect(error.message).toContain(new URL(server.base).origin);
  expect(JSON.stringify([error.message, error.stack])).not.toContain(CLE);
});

test('a signal ends a wait at once', async () => {
  const stop = new AbortController();
  const client = await clientOf([refused(503, 'unavailable', 60)], { signal: stop.signal });
  setTimeout(() => stop.abort(), 100);
  expect((await failure(client.listSources())).name).toBe('AbortError');
});

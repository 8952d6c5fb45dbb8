import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { PERIMETRES } from '#contract/vocabulary';
import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';

let api: TestApi;
let ids: string[];
beforeAll(async () => {
  api = await startApi();
  ids = await publishNotices(api.database.pool, {
    '26-1': { source: 'boamp' },
    'p-1': { source: 'place', titre: 'Seulement interne' },
    'd-1': { source: 'boamp', motif_retrait: 'doublon', canonique_id: randomUUID() },
    's-1': { source: 'boamp', motif_retrait: 'supprime' },
  });
});
afterAll(() => api.close());

const KEYED = ['/avis', '/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301', '/departements', '/sources', '/moi'];

describe('who may ask', () => {
  test.each(KEYED)('%s needs a key', async (path) => {
    const { key } = await createKey(api.database);
    for (const [headers, query] of [
      [{}, ''],
      [{ 'X-API-Key': '' }, ''],
      [{ 'X-API-Key': 'mpk_x' }, ''],
      [{ 'X-API-Key': `${key}x` }, ''],
      [{ Authorization: `Basic ${key}` }, ''],
      [{}, `?api_key=${key}`],
    ] as const) {
      const answer = await api.get(path + query, null, headers);
      expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers.get('x-quota-limit')).toBeNull();
    }
  });

  test('both forms of the header are read', async () => {
    const { key } = await createKey(api.database);
    expect((await api.get('/moi', null, { Authorization: `Bearer ${key}` })).status).toBe(200);
    expect((await api.get('/moi', null, { authorization: `bearer  ${key}` })).status).toBe(200);
    expect((await api.get('/moi', null, { 'X-API-Key': key })).status).toBe(200);
  });

  test.each(KEYED)('%s is refused to an account that is not Pro', async (path) => {
    const { key } = await createKey(api.database, { plan: 'gratuit' });
    const answer = await api.get(path, key);
    expect([answer.status, answer.code]).toEqual([403, 'forbidden']);
  });

  test('a route asks for its scope and no other', async () => {
    const { key: without } = await createKey(api.database, { perimetres: PERIMETRES.filter((p) => p !== 'avis:read') });
    const { key: only } = await createKey(api.database, { perimetres: ['avis:read'] });
    for (const path of ['/avis', `/avis/${ids[0]}`]) {
      expect((await api.get(path, without)).code).toBe('forbidden');
      expect((await api.get(path, only)).status).toBe(200);
    }
    for (const path of ['/departements', '/sources', '/moi']) expect((await api.get(path, without)).status).toBe(200);
  });

  test('a revoked or expired key is refused', async () => {
    const { key, compteId } = await createKey(api.database);
    await api.database.pool.query(
      "update access.cle set expire_le = now() - interval '1 second' where compte_id = $1",
      [compteId],
    );
    expect((await api.get('/moi', key)).code).toBe('unauthorized');
  });
});

test('a request wrong in several ways is refused for the first', async () => {
  const { key: gratuit } = await createKey(api.database, { plan: 'gratuit', perimetres: [] });
  const { key: poor } = await createKey(api.database, { limites: { general: 0 } });
  const code = async (path: string, key: string | null) => (await api.get(path, key)).code;
  expect(await code('/inconnue?x=1', null)).toBe('not_found');
  expect(await code('/avis?x=1', null)).toBe('unauthorized');
  expect(await code('/avis?x=1', gratuit)).toBe('forbidden');
  expect(await code('/avis?x=1', poor)).toBe('invalid_parameter');
  expect(await code('/avis', poor)).toBe('quota_exceeded');
});

describe('which sources a key sees', () => {
  test('a rediffusion key is not told of the others', async () => {
    const { key } = await createKey(api.database, { usage: 'rediffusion' });
    const list = await api.get('/avis', key);
    expect(list.body.data.map((avis: { source: string }) => avis.source)).toEqual(['boamp']);
    expect(list.body.meta.total).toBe(1);
    expect((await api.get(`/avis/${ids[1]}`, key)).code).toBe('not_found');
    for (const mode of ['', '&page=1']) {
      const asked = await api.get(`/avis?source=place${mode}`, key);
      const unknown = await api.get(`/avis?source=inconnue${mode}`, key);
      expect(asked.code).toBe('invalid_parameter');
      expect(asked.body.error.message.replace('place', 'inconnue')).toBe(unknown.body.error.message);
    }
  });

  test('counters of departments are those of the key', async () => {
    for (const usage of ['interne', 'rediffusion'] as const) {
      const { key } = await createKey(api.database, { usage });
      const { data } = (await api.get('/departements', key)).body;
      expect(data).toHaveLength(107);
      const loire = data.find((item: { code: string }) => item.code === '42');
      for (const query of ['departement=42', 'departement=42&page=1']) {
        expect((await api.get(`/avis?${query}`, key)).body.meta.total).toBe(loire.avis_ouverts);
      }
    }
  });

  test('retired notices: told in synchronisation and in detail, but for the withdrawn ones, told only there', async () => {
    const { key } = await createKey(api.database);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const all = await api.get(`/avis?updated_since=${since}`, key);
    expect(all.body.data.map((avis: { id: string }) => avis.id)).toEqual(ids);
    expect(Object.keys(all.body.data[2])).toEqual(['id', 'statut', 'motif_retrait', 'canonique_id', 'version']);
    expect((await api.get('/avis', key)).body.meta.total).toBe(2);
    expect((await api.get(`/avis/${ids[2]}`, key)).body.data.motif_retrait).toBe('doublon');
    expect((await api.get(`/avis/${ids[3]}`, key)).code).toBe('not_found');
  });

  test('a cut source: refused in a search, accepted in a walk, served in neither', async () => {
    const { key } = await createKey(api.database);
    await api.database.pool.query("insert into read.source (code, coupee) values ('place', true)");
    try {
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      expect((await api.get('/avis?source=place&page=1', key)).code).toBe('invalid_parameter');
      expect((await api.get('/avis?source=place', key)).body.data).toEqual([]);
      expect((await api.get('/avis?page=1', key)).body.meta.total).toBe(1);
      const sources = (await api.get('/sources', key)).body.data;
      expect(sources).toHaveLength(18);
      expect(sources.find((source: { code: string }) => source.code === 'place').etat).toBe('coupee');
    } finally {
      await api.database.pool.query('delete from read.source');
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
  });
});

describe('what every answer carries', () => {
  test('an identifier of its own, the window, no cache, safety headers', async () => {
    const { key } = await createKey(api.database);
    const seen = new Set<string>();
    for (const path of ['/avis', '/avis?x=1', '/inconnue', '/sante', '/moi']) {
      const { headers } = await api.get(path, key, { 'X-Request-Id': 'mine' });
      seen.add(headers.get('x-request-id') ?? '');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
      expect(headers.get('x-powered-by')).toBeNull();
    }
    expect(seen.size).toBe(5);
    expect(seen).not.toContain('mine');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is unknown, whatever its body', async (method) => {
    const { key } = await createKey(api.database);
    for (const path of ['/avis', '/moi', '/inconnue']) {
      const body = method === 'OPTIONS' ? null : '{malformed';
      const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
      const answer = await fetch(api.baseUrl + path, { method, body, headers });
      expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
        404,
        'not_found',
      ]);
    }
  });

  test('HEAD is unknown too, and carries no body', async () => {
    expect((await fetch(`${api.baseUrl}/sante`, { method: 'HEAD' })).status).toBe(404);
  });

  test.each(['/', '/avis/', '/Avis', '/avis/a/b', '/../../etc/passwd', '//avis', '/avis%2f', '/%2e%2e/moi'])(
    'unknown path %s',
    async (path) => {
      const { key } = await createKey(api.database);
      const answer = await api.get(path, key);
      expect([400, 404]).toContain(answer.status);
      expect(['not_found', 'invalid_parameter']).toContain(answer.code);
    },
  );

  test.each([
    ['bytes that are not HTTP', '\u0000\u0001garbage\r\n\r\n'],
    ['headers over the cap', `GET /api/v1/avis HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(200_000)}\r\n\r\n`],
    ['an address over the cap', `GET /api/v1/avis?q=${'%F0%9F%8F%97'.repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%s is answered in the envelope', async (_, bytes) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(answer).toContain('{"error":{"code":"invalid_parameter"');
  });

  test('bodies over 1 kB are compressed when asked', async () => {
    const { key } = await createKey(api.database);
    const big = await api.get('/departements', key, { 'Accept-Encoding': 'gzip' });
    expect(big.headers.get('content-encoding')).toBe('gzip');
    expect(
      (await api.get('/departements', key, { 'Accept-Encoding': 'identity' })).headers.get('content-encoding'),
    ).toBeNull();
    expect((await api.get('/sante', null, { 'Accept-Encoding': 'gzip' })).headers.get('content-encoding')).toBeNull();
  });
});

test('nothing is served during the first load', async () => {
  const { key } = await createKey(api.database);
  await api.database.pool.query('alter table read.state disable trigger user; update read.state set loading = true');
  try {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    for (const path of ['/avis', '/avis?page=1', '/departements', '/sources', `/avis/${ids[0]}`]) {
      const answer = await api.get(path, key);
      expect([path, answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([
        path,
        503,
        'unavailable',
        '30',
      ]);
    }
    expect((await api.get('/moi', key)).status).toBe(200);
  } finally {
    await api.database.pool.query('update read.state set loading = false; alter table read.state enable trigger user');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
  }
});

/** Sends bytes as they are, and gives all that comes back. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(api.baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => void socket.write(bytes));
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(3_000, () => socket.destroy());
    socket.on('data', (part: string) => {
      text += part;
      if (text.endsWith('}}')) socket.destroy();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
  });
}

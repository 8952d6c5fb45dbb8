import { createKey, startApi, type TestApi } from '../testing/api.js';
import { publishNotices } from '../testing/notices.js';

let api: TestApi | undefined;
afterEach(async () => {
  await api?.close();
  api = undefined;
});

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const three = Object.fromEntries([1, 2, 3].map((n) => [`26-${n}`, {}]));

test('requests a minute of a key: counted down, refused beyond, with the time to wait', async () => {
  api = await startApi({ rateLimitPerKey: 3 });
  const { key } = await createKey(api.database);
  for (const left of ['2', '1', '0']) {
    const answer = await api.get('/moi', key);
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([200, left]);
    expect(answer.headers.get('x-ratelimit-limit')).toBe('3');
  }
  const refused = await api.get('/avis', key);
  expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeGreaterThan(Date.now() / 1_000);
  expect(refused.headers.get('x-quota-remaining')).toBe('50000');
});

test('a request refused for its scope shows the window of the key and counts nothing in it', async () => {
  api = await startApi({ rateLimitPerKey: 3 });
  const { key } = await createKey(api.database, { perimetres: ['decp:read'] });
  await api.get('/moi', key);
  for (let n = 0; n < 2; n += 1) {
    const { status, headers } = await api.get('/avis', key);
    expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([403, '3', '2']);
    expect(headers.get('x-quota-remaining')).toBe('50000');
  }
});

test('requests a minute of an address: before the key is read, keyless routes and unknown paths included', async () => {
  api = await startApi({ rateLimitPerIp: 3 });
  for (const path of ['/sante', '/inconnue', '/openapi.json']) await api.get(path);
  const refused = await api.get('/avis', 'mpk_x');
  expect([refused.status, refused.code]).toEqual([429, 'rate_limited']);
  expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
});

test('a forwarded address is believed only from a trusted proxy', async () => {
  api = await startApi({ rateLimitPerIp: 1 });
  await api.get('/sante', null, { 'X-Forwarded-For': '192.0.2.1' });
  expect((await api.get('/sante', null, { 'X-Forwarded-For': '192.0.2.2' })).status).toBe(429);
  await api.close();
  api = await startApi({ rateLimitPerIp: 1, trustProxy: ['loopback'] });
  await api.get('/sante', null, { 'X-Forwarded-For': '192.0.2.1' });
  expect((await api.get('/sante', null, { 'X-Forwarded-For': '192.0.2.2' })).status).toBe(200);
});

describe('quota', () => {
  test('a page reserves its size and counts what it holds; a refused request counts nothing', async () => {
    api = await startApi();
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database, { limites: { general: 104 } });
    const page = await api.get('/avis?per_page=100', key);
    expect(page.body.data).toHaveLength(3);
    expect([page.headers.get('x-quota-limit'), page.headers.get('x-quota-remaining')]).toEqual(['104', '101']);
    for (const path of ['/avis?x=1', '/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301', '/avis?curseur=x']) {
      const answer = await api.get(path, key);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect([path, answer.headers.get('x-quota-remaining')]).toEqual([path, '101']);
    }
    expect((await api.get('/avis?per_page=100', key)).headers.get('x-quota-remaining')).toBe('98');
    const refused = await api.get('/avis?per_page=100', key);
    expect([refused.status, refused.code]).toEqual([429, 'quota_exceeded']);
    expect(refused.body.error.message).toBe('Quota journalier atteint. Il se renouvelle à minuit UTC.');
    expect(refused.headers.get('x-quota-remaining')).toBe('0');
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(86_400);
    expect((await api.get('/avis?per_page=98', key)).headers.get('x-quota-remaining')).toBe('95');
    expect((await api.get('/moi', key)).body.data.quota.general).toEqual({ limite: 104, consomme: 9, restant: 95 });
  });

  test('unverifiable: nothing is served', async () => {
    api = await startApi({ logLevel: 'silent' });
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    const check = async () => {
      const answer = await api!.get('/avis', key);
      expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
    };
    await api.database.pool.query('revoke execute on function access.reserve_quotas from marches_api');
    await check();
    await api.database.pool.query('grant execute on function access.reserve_quotas to marches_api');
    expect((await api.get('/avis', key)).status).toBe(200);
    // From here on the account is known to have ample left, and its page is read meanwhile.
    await api.database.pool.query('revoke execute on function access.reserve_quotas from marches_api');
    await check();
  });

  test('an account that had ample left and has none is refused, its page read meanwhile or not', async () => {
    api = await startApi();
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    expect((await api.get('/avis', key)).headers.get('x-quota-remaining')).toBe('49997');
    await api.database.pool.query('update access.quota set consomme = 49960');
    const refused = await api.get('/avis', key);
    expect([refused.status, refused.code]).toEqual([429, 'quota_exceeded']);
    expect(Object.keys(refused.body)).toEqual(['error']);
    expect(refused.headers.get('x-quota-limit')).toBe('50000');
    expect(refused.headers.get('x-quota-remaining')).toBe('0');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await api.get('/moi', key)).body.data.quota.general.consomme).toBe(49_960);
    const last = await api.get('/avis?per_page=40', key);
    expect([last.status, last.headers.get('x-quota-remaining')]).toEqual([200, '37']);
  });

  test('an unknown notice gives its record back, its reserve made meanwhile', async () => {
    api = await startApi();
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    await api.get('/avis', key);
    const unknown = await api.get('/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301', key);
    expect([unknown.status, unknown.headers.get('x-quota-remaining')]).toEqual([404, '49997']);
  });

  test('a refund that is lost stays counted, and the answer is given', async () => {
    api = await startApi({ logLevel: 'silent' });
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    await api.database.pool.query('revoke execute on function access.refund_quota from marches_api');
    const answer = await api.get('/avis?per_page=10', key);
    expect([answer.status, answer.headers.get('x-quota-remaining')]).toEqual([200, '49990']);
  });
});

describe('slow lists', () => {
  /** Whoever reads a list waits for this lock, like a query too long. */
  const slow = async (work: () => Promise<void>) => {
    const client = await api!.database.pool.connect();
    await client.query('begin; lock table read.avis in access exclusive mode');
    try {
      await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

  test('beyond the delay: 503, nothing counted, the connection good for the next request', async () => {
    api = await startApi({ listTimeoutMs: 300, apiPoolSize: 1 });
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    await slow(async () => {
      const answer = await api!.get('/avis', key);
      expect([answer.status, answer.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '30']);
      expect(answer.headers.get('x-quota-remaining')).toBe('50000');
    });
    expect((await api.get('/avis', key)).body.data).toHaveLength(3);
  });

  test('in flight: one too many of a key is refused at once and reserves nothing', async () => {
    api = await startApi({ maxInFlightPerKey: 2, maxInFlight: 3 });
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    const { key: other } = await createKey(api.database);
    let inFlight: Promise<{ status: number }>[] = [];
    await slow(async () => {
      inFlight = [1, 2].map((n) => api!.get(`/avis?per_page=${n}`, key));
      await after(300);
      const refused = await api!.get('/moi', key);
      expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
      inFlight.push(api!.get('/avis', other));
      await after(300);
      expect((await api!.get('/moi', other)).headers.get('retry-after')).toBe('1');
      expect((await api!.get('/sante')).status).toBe(200);
    });
    expect((await Promise.all(inFlight)).map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await api.get('/moi', key)).status).toBe(200);
  });

  test('clients that hang up give their slots back once their work is done', async () => {
    api = await startApi({ maxInFlightPerKey: 50, maxInFlight: 50 });
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const abort = new AbortController();
          setTimeout(() => abort.abort(), n % 12);
          await fetch(`${api!.baseUrl}/avis?per_page=${n + 1}`, {
            headers: { 'X-API-Key': key },
            signal: abort.signal,
          })
            .then(
              (answer) => answer.text(),
              () => undefined,
            )
            .catch(() => undefined);
        }),
      );
    }
    await after(500);
    const answers = await Promise.all(Array.from({ length: 50 }, () => api!.get('/moi', key)));
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
    const { rows } = await api.database.pool.query('select consomme from access.quota');
    expect(rows[0].consomme % 1).toBe(0);
  });
});

describe('memory', () => {
  test('a list is remembered for every key of the same view, and counted each time', async () => {
    api = await startApi({ responseMemorySeconds: 60 });
    await publishNotices(api.database.pool, three);
    const { key } = await createKey(api.database);
    const { key: other } = await createKey(api.database);
    const { key: restricted } = await createKey(api.database, { usage: 'rediffusion' });
    for (const path of ['/avis', '/avis?page=1', '/departements', '/sources']) {
      const first = await api.get(path, key);
      await publishNotices(api.database.pool, { [`place-${path}`]: { source: 'place' } });
      expect((await api.get(path, other)).text).toBe(first.text);
      if (path.startsWith('/avis')) expect((await api.get(path, restricted)).body.meta.total).toBe(3);
    }
    expect((await api.get('/avis?per_page=50', key)).headers.get('x-quota-remaining')).toBe('49990');
    const since = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString());
    expect((await api.get(`/avis?updated_since=${since}`, key)).body.meta.total).toBe(7);
  });
});

test('switches: a cut resource answers 503, the others go on, and /sources follows avis', async () => {
  api = await startApi();
  const { key } = await createKey(api.database);
  const statuses = async () =>
    Promise.all(
      ['/avis', '/sources', '/departements', '/moi', '/sante'].map(async (path) => (await api!.get(path, key)).status),
    );
  const cut = async (cible: string) => {
    await api!.database.pool.query('insert into access.coupure (cible) values ($1)', [cible]);
    await after(1_200);
  };
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await cut('avis');
  expect(await statuses()).toEqual([503, 503, 200, 200, 200]);
  await cut('moi');
  await cut('departements');
  expect(await statuses()).toEqual([503, 503, 503, 503, 200]);
  await api.database.pool.query('delete from access.coupure');
  await cut('api');
  expect(await statuses()).toEqual([503, 503, 503, 503, 200]);
});

test('usage counts every request by key, route and status, refused ones included', async () => {
  api = await startApi();
  const { key } = await createKey(api.database);
  await api.get('/avis', key);
  await api.get('/avis?x=1', key);
  await api.get('/avis/3f2504e0-4f89-51d3-9a0c-0305e82c3301', key);
  await api.get('/avis');
  await api.get('/inconnue');
  await after(1_500);
  const { rows } = await api.database.pool.query(
    'select route, statut, requetes::int, cle_id is not null as cle from access.usage order by 1, 2, 4',
  );
  expect(rows).toEqual([
    { route: '/avis', statut: 200, requetes: 1, cle: true },
    { route: '/avis', statut: 400, requetes: 1, cle: true },
    { route: '/avis', statut: 401, requetes: 1, cle: false },
    { route: '/avis/{id}', statut: 404, requetes: 1, cle: true },
    { route: 'inconnue', statut: 404, requetes: 1, cle: false },
  ]);
});

test('a database that is gone: 503 in the envelope, /sante included', async () => {
  api = await startApi({ apiDatabaseUrl: 'postgres://localhost:1/none', logLevel: 'silent' });
  for (const path of ['/sante', '/moi', '/avis']) {
    const answer = await api.get(path, (await createKey(api.database)).key);
    expect([path, answer.status, answer.code]).toEqual([path, 503, 'unavailable']);
    expect(answer.text).not.toMatch(/ECONN|localhost/);
  }
});

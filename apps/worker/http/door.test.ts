import { OPERATOR_TOKEN, startWorkerServer, type TestWorker } from '../testing/worker-server.js';

let worker: TestWorker;
beforeAll(async () => {
  worker = await startWorkerServer({ TRUST_PROXY: 'loopback' });
});
afterAll(() => worker.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(worker.url + path, { headers, redirect: 'manual' });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(worker.url + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

async function session(): Promise<string> {
  const answer = await post('/connexion', { jeton: OPERATOR_TOKEN });
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

test('whoever shows no token is shown where to, and then where he wanted to go', async () => {
  const asked = await get('/?page=2');
  expect([asked.status, asked.headers.get('location')]).toEqual([303, '/connexion?vers=%2F%3Fpage%3D2']);
  const opened = await post('/connexion', { jeton: OPERATOR_TOKEN, vers: '/?page=2' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/?page=2']);
  const [cookie] = opened.headers.getSetCookie();
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  expect((await get('/', { cookie: await session() })).status).toBe(200);
});

test('over HTTPS the session stays there', async () => {
  const opened = await post('/connexion', { jeton: OPERATOR_TOKEN }, { 'x-forwarded-proto': 'https' });
  expect(opened.headers.getSetCookie()[0]).toContain('; Secure');
});

test('a program shows the token with each request', async () => {
  expect((await get('/', { authorization: `Bearer ${OPERATOR_TOKEN}` })).status).toBe(200);
  expect((await get('/', { authorization: 'Bearer another' })).status).toBe(401);
});

test('a wrong token opens nothing, and after ten the address waits, whatever it shows', async () => {
  const from = { 'x-forwarded-for': '203.0.113.7' };
  for (let attempt = 0; attempt < 10; attempt++) {
    const refused = await post('/connexion', { jeton: `${OPERATOR_TOKEN}${attempt}` }, from);
    expect(refused.status).toBe(401);
    expect(refused.headers.getSetCookie()).toEqual([]);
  }
  const shut = await post('/connexion', { jeton: OPERATOR_TOKEN }, from);
  expect(shut.status).toBe(429);
  expect(Number(shut.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await get('/', { authorization: `Bearer ${OPERATOR_TOKEN}`, ...from })).status).toBe(429);
  // Others, and who is signed in already, are not shut out.
  expect((await get('/', { authorization: `Bearer ${OPERATOR_TOKEN}` })).status).toBe(200);
  expect((await get('/', { cookie: await session(), ...from })).status).toBe(200);
});

test('a form of another page is refused', async () => {
  const cookie = await session();
  expect((await post('/deconnexion', {}, { cookie })).status).toBe(403);
  expect((await post('/deconnexion', { formulaire: 'guessed' }, { cookie })).status).toBe(403);
});

test('every answer forbids the browser whatever is not of this server', async () => {
  for (const path of ['/', '/connexion', '/console/console.css', '/nothing']) {
    const { headers } = await get(path, { authorization: `Bearer ${OPERATOR_TOKEN}` });
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';script-src 'self';style-src 'self'/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('without OPERATOR_TOKEN the console is closed and says how to open it', async () => {
  const closed = await startWorkerServer({ OPERATOR_TOKEN: '' });
  try {
    for (const ask of [{}, { authorization: 'Bearer ' }, { cookie: 'marches_console=x' }]) {
      const answer = await fetch(closed.url, { headers: ask as Record<string, string>, redirect: 'manual' });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toMatch(/no OPERATOR_TOKEN[\s\S]*openssl rand -hex 32/);
    }
    const opened = await fetch(`${closed.url}/connexion`, { method: 'POST', body: new URLSearchParams({ jeton: '' }) });
    expect(opened.status).toBe(503);
  } finally {
    await closed.close();
  }
});

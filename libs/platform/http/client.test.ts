import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createHttpGateway, type HttpGateway } from './client.js';

type Answer = (request: IncomingMessage, response: ServerResponse, nth: number) => void;

let server: Server;
let base: string;
let answer: Answer;
let asked: { url: string; at: number; headers: IncomingMessage['headers'] }[];
let gateway: HttpGateway;
const never = new AbortController().signal;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', at: Date.now(), headers: request.headers });
    answer(request, response, asked.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  gateway = createHttpGateway({
    userAgent: 'marches-publics-api/test (+https://example.org)',
    timeoutMs: 300,
    deadlineMs: 1500,
    maxBytes: 10_000,
    attempts: 3,
    retry: { firstMs: 10, maxRetryAfterMs: 1500 },
  });
});
afterEach(() => gateway.close());

const get = (path = '/') => gateway.client(never).get(base + path);

test('a good answer: status, media type, bytes; our name is told', async () => {
  answer = (_request, response) =>
    response.writeHead(200, { 'content-type': 'Application/JSON; charset=utf-8' }).end('{"é":1}');
  expect(await get()).toEqual({
    status: 200,
    type: 'application/json',
    charset: 'utf-8',
    body: Buffer.from('{"é":1}'),
  });
  expect(asked[0]?.headers['user-agent']).toBe('marches-publics-api/test (+https://example.org)');
});

test('a JSON body is posted', async () => {
  let received = '';
  answer = (request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.toString()));
    request.on('end', () => response.end('ok'));
  };
  await gateway.client(never).post(base, { query: 'é' });
  expect(received).toBe('{"query":"é"}');
  expect(asked[0]?.headers['content-type']).toBe('application/json');
});

test('a form is posted as browsers do, with the cookies that an answer set', async () => {
  let received = '';
  answer = (request, response) => {
    request.on('data', (chunk: Buffer) => (received += chunk.toString()));
    request.on('end', () =>
      response.writeHead(200, { 'set-cookie': ['PHPSESSID=a1; path=/; HttpOnly', 'SERVERID=b=2'] }).end('ok'),
    );
  };
  const client = gateway.client(never);
  const first = await client.get(base);
  expect(first.cookies).toEqual(['PHPSESSID=a1', 'SERVERID=b=2']);
  await client.postForm(base, { ctl0$page: 'é &' }, { cookie: (first.cookies ?? []).join('; ') });
  expect(received).toBe('ctl0%24page=%C3%A9+%26');
  expect(asked[1]?.headers).toMatchObject({
    'content-type': 'application/x-www-form-urlencoded',
    cookie: 'PHPSESSID=a1; SERVERID=b=2',
  });
});

test('compressed answers are read, and the cap counts what they grow to', async () => {
  answer = (request, response) =>
    response
      .writeHead(200, { 'content-encoding': 'gzip' })
      .end(gzipSync(request.url === '/bomb' ? Buffer.alloc(50_000_000) : 'plain'));
  expect((await get()).body.toString()).toBe('plain');
  await expect(get('/bomb')).rejects.toMatchObject({ name: 'HttpFault', reason: 'too_large' });
});

test('a body over the cap is refused while it streams, without a retry, whatever it announced', async () => {
  answer = (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(Buffer.alloc(4000)), 5);
    response.on('close', () => clearInterval(timer));
  };
  await expect(get()).rejects.toMatchObject({ reason: 'too_large' });
  expect(asked).toHaveLength(1);
});

test.each([408, 429, 502, 503, 504])('%i is tried again', async (status) => {
  answer = (_request, response, nth) => response.writeHead(nth < 3 ? status : 200).end('x');
  expect((await get()).status).toBe(200);
  expect(asked).toHaveLength(3);
});

test.each([400, 401, 403, 404, 500])('%i is final', async (status) => {
  answer = (_request, response) => response.writeHead(status).end('x');
  await expect(get()).rejects.toMatchObject({ reason: 'status', status });
  expect(asked).toHaveLength(1);
});

test('Retry-After is honoured, and a run does not wait for ever', async () => {
  answer = (_request, response, nth) => response.writeHead(nth === 1 ? 429 : 200, { 'retry-after': '1' }).end('x');
  await get();
  expect(asked[1]!.at - asked[0]!.at).toBeGreaterThanOrEqual(950);
  answer = (_request, response) => response.writeHead(503, { 'retry-after': '3600' }).end('x');
  const before = asked.length;
  await expect(get()).rejects.toMatchObject({ reason: 'status', status: 503 });
  expect(asked).toHaveLength(before + 1);
});

test('a connection that is cut in the middle of a body is tried again, then stated', async () => {
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 10);
  };
  await expect(get()).rejects.toMatchObject({ reason: 'refused' });
  expect(asked).toHaveLength(3);
});

test('a silent server is a timeout; one that drips is held to the deadline', async () => {
  answer = () => undefined;
  await expect(get()).rejects.toMatchObject({ reason: 'timeout' });
  expect(asked).toHaveLength(3);
  answer = (_request, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  };
  const started = Date.now();
  await expect(get()).rejects.toMatchObject({ reason: 'timeout' });
  expect(Date.now() - started).toBeLessThan(10_000);
}, 20_000);

test('a server that is not there is refused, naming the address', async () => {
  await expect(gateway.client(never).get('http://127.0.0.1:1/x')).rejects.toMatchObject({
    reason: 'refused',
    message: expect.stringContaining('http://127.0.0.1:1/x'),
  });
});

test('redirections are followed, not for ever', async () => {
  answer = (request, response) =>
    request.url === '/'
      ? response.writeHead(302, { location: '/there' }).end()
      : request.url === '/there'
        ? response.end('there')
        : response.writeHead(302, { location: '/loop' }).end();
  expect((await get()).body.toString()).toBe('there');
  await expect(get('/loop')).rejects.toMatchObject({ name: 'HttpFault' });
});

test('one request at a time a host', async () => {
  let busy = 0;
  let most = 0;
  answer = (_request, response) => {
    most = Math.max(most, ++busy);
    setTimeout(() => {
      busy--;
      response.end('x');
    }, 20);
  };
  await Promise.all(Array.from({ length: 6 }, () => get()));
  expect(most).toBe(1);
});

test('a lane of its own does not wait for the others of its host; its pause separates its requests', async () => {
  const waiting: (() => void)[] = [];
  answer = (request, response) => {
    if (request.url === '/slow') waiting.push(() => response.end('x'));
    else response.end('x');
  };
  const slow = gateway.client(never, { key: 'place' }).get(`${base}/slow`);
  const ted = gateway.client(never, { key: 'ted', pauseMs: 100 });
  await Promise.all([ted.get(`${base}/1`), ted.get(`${base}/2`)]);
  const times = asked.filter(({ url }) => url !== '/slow').map(({ at }) => at);
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(95);
  waiting.forEach((end) => end());
  await slow;
});

test('a body that has not changed is not sent again; a 304 that nobody asked for is a fault', async () => {
  const modified = 'Sat, 21 Nov 2026 10:00:00 GMT';
  answer = (request, response) =>
    request.headers['if-none-match'] === '"7"' && request.headers['if-modified-since'] === modified
      ? response.writeHead(304, { etag: '"7"' }).end()
      : request.url === '/304'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"7"', 'last-modified': modified }).end('x');
  expect(await get()).toMatchObject({ status: 200, etag: '"7"', lastModified: modified });
  const again = await gateway.client(never).get(base, { ifNoneMatch: '"7"', ifModifiedSince: modified });
  expect(again).toMatchObject({ status: 304, etag: '"7"', body: Buffer.alloc(0) });
  await expect(get('/304')).rejects.toMatchObject({ reason: 'status', status: 304 });
});

test('a stop ends what is under way at once, retries included', async () => {
  answer = (_request, response) => response.writeHead(503, { 'retry-after': '1' }).end();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const started = Date.now();
  await expect(gateway.client(controller.signal).get(base)).rejects.toMatchObject({ reason: 'aborted' });
  expect(Date.now() - started).toBeLessThan(900);
});

describe('a large file', () => {
  const collected = async (body: AsyncIterable<Uint8Array>) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  test('is read as it comes, beyond the cap of an answer and the time of one; what the server tells of it is told', async () => {
    const content = Buffer.alloc(3_000_000, 'x');
    answer = (_request, response) =>
      response
        .writeHead(200, {
          etag: '"1"',
          'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT',
          'content-length': content.length,
        })
        .end(content);
    const download = await gateway.download(`${base}/big`, {}, never);
    expect(download).toMatchObject({
      etag: '"1"',
      lastModified: 'Sat, 21 Nov 2026 08:00:00 GMT',
      bytes: content.length,
    });
    expect(await collected(download!.body)).toEqual(content);
  });

  test('that has not changed is not sent again; one that is gone is told of', async () => {
    answer = (request, response) => response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 404).end();
    expect(await gateway.download(base, { etag: '"1"' }, never)).toBeNull();
    await expect(gateway.download(base, {}, never)).rejects.toMatchObject({ reason: 'status', status: 404 });
  });

  test('is asked for again when the server is busy, and breaks off with a stated reason', async () => {
    answer = (_request, response, nth) => {
      if (nth === 1) return void response.writeHead(503).end();
      response.writeHead(200, { 'content-length': 1000 });
      response.write('half', () => response.destroy());
    };
    const download = await gateway.download(base, {}, never);
    await expect(collected(download!.body)).rejects.toMatchObject({ name: 'HttpFault', reason: 'refused' });
    expect(asked).toHaveLength(2);
  });

  test('of a silent server is given up; a stop ends it', async () => {
    answer = (_request, response) => void response.writeHead(200).write('half');
    const download = await gateway.download(base, {}, never);
    await expect(collected(download!.body)).rejects.toMatchObject({ reason: 'timeout' });
    const stopped = new AbortController();
    const other = await gateway.download(base, {}, stopped.signal);
    stopped.abort();
    await expect(collected(other!.body)).rejects.toMatchObject({ reason: 'aborted' });
  });
});

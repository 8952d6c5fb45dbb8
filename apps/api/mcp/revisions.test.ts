import { createKey, startApi, type TestApi } from '../testing/api.js';

/** Revisions of the protocol that no client of today's libraries speaks by itself, message by message. */
const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

let api: TestApi;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await createKey(api.database));
});
afterAll(() => api.close());

async function post(message: object, headers: Record<string, string> = {}) {
  const answer = await fetch(api.mcpUrl, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'X-API-Key': key,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  });
  const text = await answer.text();
  const body = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: answer.status, headers: answer.headers, message: body === '' ? null : JSON.parse(body) };
}

describe.each(REVISIONS)('revision %s', (protocolVersion) => {
  const sent = { 'MCP-Protocol-Version': protocolVersion };

  test('is agreed upon, and answers calls without a session', async () => {
    const clientInfo = { name: 'essai', version: '1' };
    const params = { protocolVersion, capabilities: {}, clientInfo };
    const { message, headers } = await post({ id: 1, method: 'initialize', params });
    expect(message.result).toMatchObject({ protocolVersion, capabilities: { tools: { listChanged: false } } });
    expect(headers.get('Mcp-Session-Id')).toBeNull();
    expect(await post({ method: 'notifications/initialized' }, sent)).toMatchObject({ status: 202, message: null });
    const list = await post({ id: 'deux', method: 'tools/list' }, sent);
    expect(list.message).toMatchObject({ id: 'deux', result: { tools: { length: 11 } } });
    const call = await post({ id: 3, method: 'tools/call', params: { name: 'list_sources', arguments: {} } }, sent);
    expect(call.message.result.structuredContent.data).toHaveLength(18);
    expect((await post({ id: 4, method: 'ping' }, sent)).message).toEqual({ jsonrpc: '2.0', id: 4, result: {} });
  });
});

test('a revision that nobody has published is answered with the newest that has a handshake', async () => {
  const params = { protocolVersion: '2099-01-01', capabilities: {}, clientInfo: { name: 'essai', version: '1' } };
  const { message } = await post({ id: 1, method: 'initialize', params });
  expect(message.result.protocolVersion).toBe('2025-11-25');
});

test('one call by itself, without a handshake, is answered: there is no session to open', async () => {
  const { message } = await post({ id: 1, method: 'tools/call', params: { name: 'mon_compte' } });
  expect(message.result.structuredContent.data.compte.plan).toBe('pro');
});

test('streams and sessions of older revisions are refused as the protocol says', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(api.mcpUrl, { method, headers: { 'X-API-Key': key, Accept: 'text/event-stream' } });
    expect(answer.status).toBe(405);
    await answer.arrayBuffer();
  }
});

test.each(REVISIONS.slice(-2))('the list of tools travels compressed in revision %s', async (version) => {
  const answer = await fetch(api.mcpUrl, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Accept-Encoding': 'gzip',
      'X-API-Key': key,
      'MCP-Protocol-Version': version,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect((await answer.text()).length).toBeGreaterThan(40_000);
});

import type { Socket } from 'node:net';
import type { Profil } from '../profil.js';
import { chatModele } from './chat-modele.js';
import { ANSWER_SCHEMA, INSTRUCTION } from './consigne.js';
import { EvaluationFault, type EvaluationReason, type Reponse } from './modele.js';
import { type Behaviour, type ChatServer, completion, createChatServer, sendJson } from './testing/chat-server.js';

const PROFIL: Profil = {
  cpv: ['45'],
  mots_cles: ['toiture'],
  departements: ['42'],
  rayon_km: 50,
  budget_min: null,
  budget_max: 500_000,
  types_marche: [],
  procedures: [],
};
const CLE = 'sk-secrete-0123456789';

let server: ChatServer;
beforeAll(async () => {
  server = await createChatServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

interface Options {
  timeoutMs?: number;
  signal?: AbortSignal;
  cle?: string | null;
}

function ask({ timeoutMs = 20_000, signal = new AbortController().signal, cle = CLE }: Options = {}): Promise<Reponse> {
  return chatModele({ url: server.url, nom: 'petit-1', cle, timeoutMs }).evaluer(PROFIL, '{"titre":"Toiture"}', signal);
}

/** Why there is no answer. */
async function faultOf(behaviour: Behaviour, options: Options = {}): Promise<EvaluationFault> {
  server.behave(behaviour);
  try {
    return await ask(options).then((reponse) => {
      throw new Error(`answered ${JSON.stringify(reponse)}`);
    });
  } catch (error) {
    if (error instanceof EvaluationFault) return error;
    throw error;
  }
}

test('one request asks for one structured answer, without tools', async () => {
  server.behave(() => ({ valeur: 'non', raison: '  Le marché porte\nsur des repas.\u202e ' }));
  expect(await ask()).toEqual({ valeur: 'non', raison: 'Le marché porte sur des repas.', jetons: 940 });
  expect(server.requests).toHaveLength(1);
  const [{ path, authorization, body }] = server.requests as [(typeof server.requests)[0]];
  expect(path).toBe('/v1/chat/completions');
  expect(authorization).toBe(`Bearer ${CLE}`);
  expect(body).toMatchObject({
    model: 'petit-1',
    response_format: { type: 'json_schema', json_schema: { schema: ANSWER_SCHEMA, strict: true } },
    max_tokens: 2000,
  });
  expect(Object.keys(body).sort()).toEqual(['max_tokens', 'messages', 'model', 'response_format']);
  expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  expect(body.messages[0]?.content).toBe(INSTRUCTION);
  expect(body.messages[1]?.content).toContain('{"titre":"Toiture"}');
});

test('a service without keys is sent none', async () => {
  server.behave(() => ({ valeur: 'oui', raison: '' }));
  expect(await ask({ cle: null })).toMatchObject({ valeur: 'oui', raison: null });
  expect(server.requests[0]?.authorization).toBeUndefined();
});

const text =
  (content: string | null, more = {}): Behaviour =>
  (_request, response) => {
    sendJson(response, 200, completion(content, more));
  };
const body =
  (json: string): Behaviour =>
  (_request, response) => {
    sendJson(response, 200, json);
  };

test.each<[string, EvaluationReason, Behaviour]>([
  ['prose', 'malformed', text('Cet avis convient.')],
  ['half an object', 'malformed', text('{"valeur":"oui"')],
  ['another value', 'malformed', text('{"valeur":"peut-être","raison":"x"}')],
  ['a value of another case', 'malformed', text('{"valeur":"OUI","raison":"x"}')],
  ['several values', 'malformed', text('{"valeur":["oui","non"],"raison":"x"}')],
  ['a list', 'malformed', text('[{"valeur":"oui","raison":"x"}]')],
  ['a reason that is no text', 'malformed', text('{"valeur":"oui","raison":{"a":1}}')],
  ['nothing', 'malformed', text('')],
  ['no content', 'malformed', text(null)],
  ['null', 'malformed', text('null')],
  ['no choice', 'malformed', body('{"choices":[]}')],
  ['another document', 'malformed', body('{"error":{"message":"overloaded"}}')],
  ['a page', 'malformed', body('<html>maintenance</html>')],
  ['an empty body', 'malformed', body('')],
  ['an answer cut short', 'malformed', text('{"valeur":"ou', { finish_reason: 'length' })],
  ['a refusal', 'refused', text(null, { refusal: 'I cannot help with that.' })],
  ['a filtered answer', 'refused', text('', { finish_reason: 'content_filter' })],
  [
    'a filtered answer that looks whole',
    'refused',
    text('{"valeur":"oui","raison":"x"}', { finish_reason: 'content_filter' }),
  ],
  ['a huge answer', 'too_large', text(`{"valeur":"oui","raison":"${'x'.repeat(1_000_000)}"}`)],
  [
    'an answer without end',
    'too_large',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
  ],
  ['a cut connection', 'unreachable', (_request, response) => void (response.socket as Socket).destroy()],
  [
    'a connection cut in the middle of the answer',
    'unreachable',
    (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"choices":', () => response.socket?.destroy());
    },
  ],
])('%s is %s', async (_case, reason, behaviour) => {
  expect((await faultOf(behaviour)).reason).toBe(reason);
});

test.each([400, 401, 404, 429, 500, 503, 204, 307])(
  'status %s is told, with nothing of what was said',
  async (status) => {
    const fault = await faultOf((_request, response) => {
      const headers = { 'retry-after': '7', location: `${server.url}/elsewhere` };
      sendJson(response, status, `{"error":{"message":"Incorrect API key provided: ${CLE}"}}`, headers);
    });
    expect(fault).toMatchObject({ reason: 'status', status, retryAfterMs: 7000, message: `status ${String(status)}` });
    expect(server.requests).toHaveLength(1);
    expect(JSON.stringify(fault) + String(fault.stack) + String(fault.cause)).not.toContain(CLE);
  },
);

test('silence is a time-out, in the head and in the middle of an answer', async () => {
  const silent: Behaviour = () => undefined;
  expect((await faultOf(silent, { timeoutMs: 200 })).reason).toBe('timeout');
  const drip: Behaviour = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{');
  };
  expect((await faultOf(drip, { timeoutMs: 200 })).reason).toBe('timeout');
});

test('a worker that stops does not wait for the answer', async () => {
  const stop = new AbortController();
  const behaviour: Behaviour = () => {
    stop.abort();
  };
  expect((await faultOf(behaviour, { signal: stop.signal })).reason).toBe('aborted');
});

test('a service that is not there is unreachable', async () => {
  const gone = await createChatServer();
  await gone.close();
  const modele = chatModele({ url: gone.url, nom: 'x', cle: null, timeoutMs: 20_000 });
  await expect(modele.evaluer(PROFIL, '{}', new AbortController().signal)).rejects.toMatchObject({
    reason: 'unreachable',
  });
});

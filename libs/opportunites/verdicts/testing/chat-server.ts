import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a request to the chat endpoint held. */
export interface ChatRequest {
  path: string;
  authorization: string | undefined;
  body: {
    model: string;
    messages: { role: string; content: string }[];
    response_format?: { type: string; json_schema?: { schema: unknown; strict: boolean } };
    [field: string]: unknown;
  };
}

/** What it does with a request: an evaluation to answer with, or anything else that it does itself. */
export type Behaviour = (request: ChatRequest, response: ServerResponse, nth: number) => unknown;

/** A service that speaks the protocol of OpenAI's chat endpoint, and does otherwise when told to. */
export interface ChatServer {
  /** Base address. */
  url: string;
  requests: ChatRequest[];
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

/** A well-formed answer with this content. */
export function completion(content: string | null, more: { finish_reason?: string; refusal?: string } = {}): string {
  const { finish_reason = 'stop', refusal = null } = more;
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'simulated',
    choices: [{ index: 0, finish_reason, message: { role: 'assistant', content, refusal } }],
    usage: { prompt_tokens: 900, completion_tokens: 40, total_tokens: 940 },
  });
}

export function sendJson(response: ServerResponse, status: number, text: string, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

/** Behaves well until told otherwise. An evaluation that the behaviour returns is the answer. */
export async function createChatServer(): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  let behaviour: Behaviour = () => ({ valeur: 'oui', raison: 'Le marché relève du métier.' });
  const server = createServer((request, response) => {
    void (async () => {
      const chat = await readChat(request);
      const nth = requests.push(chat);
      const answer = behaviour(chat, response, nth);
      if (answer !== undefined) sendJson(response, 200, completion(JSON.stringify(answer)));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/v1`,
    requests,
    behave: (next) => void (behaviour = next),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readChat(request: IncomingMessage): Promise<ChatRequest> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return {
    path: request.url ?? '',
    authorization: request.headers.authorization,
    body: JSON.parse(Buffer.concat(pieces).toString()) as ChatRequest['body'],
  };
}

import { expectNoCanari } from './no-canari.js';

/**
 * Set up before each test file (jest.config.js): every answer of our API that a test reads, in whatever way it asks, is
 * searched for the canary.
 */
const plain = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const answer = await plain(input, init);
  const url = input instanceof Request ? input.url : String(input);
  if (!new URL(url).pathname.startsWith('/api/v1/')) return answer;
  expectNoCanari(JSON.stringify([...answer.headers]), `A header of ${url}`);
  const read = answer.text.bind(answer);
  const text = async (): Promise<string> => {
    const body = await read();
    expectNoCanari(body, `The answer of ${url}`);
    return body;
  };
  return Object.assign(answer, { text, json: async (): Promise<unknown> => JSON.parse(await text()) });
};

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CANARI } from '../sirene/canari.js';

test('an answer of the API that tells of the canary fails whoever reads it', async () => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    if (request.url?.includes('header') === true) response.setHeader('X-Name', CANARI.sirets[0]);
    response.end(JSON.stringify({ nom: request.url?.includes('body') === true ? CANARI.nom.toUpperCase() : 'X' }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const answers = 'tells of a company that may not be disclosed';
    await expect(fetch(`${base}/api/v1/body`).then((answer) => answer.json())).rejects.toThrow(answers);
    await expect(fetch(new URL(`${base}/api/v1/body`)).then((answer) => answer.text())).rejects.toThrow(answers);
    await expect(fetch(`${base}/api/v1/header`)).rejects.toThrow(answers);
    await expect(fetch(`${base}/api/v1/x`).then((answer) => answer.json())).resolves.toEqual({ nom: 'X' });
    // Registers and SIRENE do tell of it: that is what must stay there.
    await expect(fetch(`${base}/decp/body`).then((answer) => answer.json())).resolves.toBeDefined();
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

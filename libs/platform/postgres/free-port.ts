import { createServer, type AddressInfo } from 'node:net';

/** A TCP port of 127.0.0.1 that nothing listened on a moment ago: the caller must still expect to lose it. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

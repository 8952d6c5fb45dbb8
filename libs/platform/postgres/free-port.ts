import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the range that systems hand out to outgoing connections (32768 and up on Linux, 49152 elsewhere). */
const LOWEST = 20_000;
const ABOVE = 32_768;

/**
 * A TCP port of 127.0.0.1 that nothing listened on a moment ago and that no outgoing connection is given: the caller must
 * still expect to lose it to another server.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, ABOVE);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

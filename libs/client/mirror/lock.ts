import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Held until `release` or the end of the process, whatever its end. */
export interface Lock {
  release(): Promise<void>;
}

/**
 * Locks a name on this machine by listening on a local socket: the system gives it back when the process dies, so a
 * killed mirror leaves no lock behind, as a lock file would. @returns null when another process holds it.
 */
export async function lock(name: string): Promise<Lock | null> {
  const address = addressOf(name);
  const server = (await listen(address)) ?? (await retake(address));
  if (server === null) return null;
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function addressOf(name: string): string {
  const id = `miroir-avis-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  // Linux: an abstract address, which leaves no file.
  return process.platform === 'linux' ? `\0${id}` : join(tmpdir(), `${id}.sock`);
}

/** Where sockets are files, one of a dead process remains: nobody answers there, so it is removed. */
async function retake(address: string): Promise<Server | null> {
  const isFile = address.startsWith('/');
  if (!isFile || (await answers(address))) return null;
  await rm(address, { force: true });
  return listen(address);
}

function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

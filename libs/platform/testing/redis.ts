import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../postgres/free-port.js';

/** A Redis server of its own, in memory only, that a test may stop and start again on the same port. */
export interface TestRedis {
  url: string;
  start(): Promise<void>;
  /** Ends the process as a crash would; its counts are lost. */
  stop(): Promise<void>;
  /** Stops it and removes its files. */
  close(): Promise<void>;
}

/**
 * `describe` where redis-server is installed. Elsewhere the tests are skipped and say so; in CI they run and fail, so
 * that a missing server is never taken for a pass.
 */
export const describeWithRedis = hasRedis() || process.env['CI'] === 'true' ? describe : skipped();

/** Starts a redis-server on a free port. Call `close` in `afterAll`. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'marches-redis-'));
  const url = `redis://127.0.0.1:${port}`;
  let server: ChildProcess | undefined;
  let ended: Promise<void> = Promise.resolve();

  const start = async () => {
    const started = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''], {
      stdio: 'ignore',
    });
    server = started;
    ended = new Promise((resolve) => started.once('exit', () => resolve()));
    const failed = new Promise<never>((_, reject) => {
      started.once('error', reject);
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${String(code)} on port ${port}`)));
    });
    failed.catch(() => undefined);
    await answers(url, failed);
  };
  const stop = async () => {
    if (server?.pid === undefined) return;
    server.kill('SIGKILL');
    await ended;
    server = undefined;
  };
  const close = async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  };
  await start();
  return { url, start, stop, close };
}

async function answers(url: string, failed: Promise<never>): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  const answered = client.ping();
  // Rejected by the disconnection when the server failed first.
  answered.catch(() => undefined);
  try {
    await Promise.race([answered, failed]);
  } finally {
    client.disconnect();
  }
}

function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

function skipped(): typeof describe.skip {
  // Not the console: Jest keeps to itself what a file says whose tests are all skipped.
  process.stderr.write('redis-server is not installed: the tests that need Redis are SKIPPED.\n');
  return describe.skip;
}

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

  const start = async () => {
    server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''], {
      stdio: 'ignore',
    });
    const failed = new Promise<never>((_, reject) => server?.once('error', reject));
    await Promise.race([answers(url), failed]);
  };
  const stop = async () => {
    const stopped = server;
    server = undefined;
    if (stopped === undefined || stopped.exitCode !== null) return;
    const ended = new Promise((resolve) => stopped.once('exit', resolve));
    stopped.kill('SIGKILL');
    await ended;
  };
  const close = async () => {
    await stop();
    await rm(dir, { recursive: true, force: true });
  };
  await start();
  return { url, start, stop, close };
}

async function answers(url: string): Promise<void> {
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  client.on('error', () => undefined);
  try {
    await client.ping();
  } finally {
    client.disconnect();
  }
}

function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

function skipped(): typeof describe.skip {
  console.warn('redis-server is not installed: the tests of limits shared through Redis are SKIPPED.');
  return describe.skip;
}

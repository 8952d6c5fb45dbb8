import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#platform/postgres/free-port';

export interface ServerProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 10;

/**
 * Starts `command` with a free port in PORT.
 * @param ready what is asked until it is answered 2xx: the server is ready then. Null: it listens to nobody.
 * @throws with what it printed when it ends, or is not ready within a minute.
 */
export async function startServer(
  command: readonly [string, ...string[]],
  env: Record<string, string>,
  ready: { path: string; init?: RequestInit } | null,
): Promise<ServerProcess> {
  const port = await freePort();
  const [file, ...args] = command;
  const child = spawn(file, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-4_000)));
  }
  const ended = once(child, 'close');
  const stop = async () => {
    child.kill();
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  const last = performance.now() + READY_WITHIN_MS;
  while (ready !== null && !(await answers(url + ready.path, ready.init))) {
    const gone = child.exitCode !== null || child.signalCode !== null;
    if (gone || performance.now() > last) {
      if (!gone) await stop();
      throw new Error(`${command.join(' ')} is not ready:\n${printed}`);
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return { url, pid: child.pid ?? 0, stop };
}

async function answers(url: string, init?: RequestInit): Promise<boolean> {
  try {
    const answer = await fetch(url, init);
    await answer.text();
    return answer.ok;
  } catch {
    return false;
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#platform/postgres/free-port';
import { crashed, listen } from './child-errors.js';

const MAIN = new URL('../../../../dist/apps/api/main.js', import.meta.url).pathname;

/** The built API as a process on a port of its own, started again when it dies. */
export interface ApiProcess {
  /** Ends with /api/v1. */
  baseUrl: string;
  /** kill -9; it comes back on the same port. */
  kill(): void;
  /** What it said when it ended by itself. */
  readonly crashes: readonly string[];
  close(): Promise<void>;
}

export async function startApiProcess(env: Record<string, string>): Promise<ApiProcess> {
  const port = await freePort();
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  let closing = false;
  const crashes: string[] = [];
  let child: ChildProcess;
  const start = () => {
    child = spawn(process.execPath, [MAIN], {
      env: { ...inherited, LOG_LEVEL: 'silent', ...env, PORT: String(port), HOST: '127.0.0.1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = listen(child);
    child.once('close', () => {
      if (crashed(said())) crashes.push(said());
      if (!closing) setTimeout(start, 200);
    });
  };
  start();
  const baseUrl = `http://127.0.0.1:${String(port)}/api/v1`;
  await answers(`${baseUrl}/sante`);
  return {
    baseUrl,
    crashes,
    kill: () => {
      child.kill('SIGKILL');
    },
    async close() {
      closing = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function answers(url: string): Promise<void> {
  for (const limit = Date.now() + 30_000; ;) {
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ok) return;
    if (Date.now() > limit) throw new Error(`${url} does not answer: is dist/ built?`);
    await sleep(100);
  }
}

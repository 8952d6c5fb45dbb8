import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoCanari } from '#contrats/testing/no-canari';

const MAIN = new URL('../../../dist/apps/worker/main.js', import.meta.url).pathname;

export interface WorkerProcess {
  child: ChildProcess;
  /** What it printed on standard error. */
  complaints(): string;
  /** Its log. */
  printed(): string;
  /** Sends a signal and waits for the end. @returns milliseconds it took. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number>;
}

/** The registers are imported only where a test asks for it: each import begins anew with each process that is killed. */
const NO_IMPORT = { IMPORT_DECP_SECONDS: '0', IMPORT_SIRENE_SECONDS: '0' };

/** The built worker as a process of its own, with nothing of this process's environment. */
export function startWorker(env: Record<string, string>): WorkerProcess {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH,
      LOG_LEVEL: 'warn',
      COLLECT_SIMULATED_SECONDS: '5',
      DATA_DIR: dataDir(),
      WORKER_PORT: '0',
      ...NO_IMPORT,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return {
    child,
    complaints: () => complaints,
    printed: () => printed,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return 0;
      const started = Date.now();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await gone;
      expectNoCanari(printed + complaints, 'The log of the worker');
      return Date.now() - started;
    },
  };
}

let folder: string | null = null;

/** Of this test file: workers keep the files of registers there. */
function dataDir(): string {
  return (folder ??= mkdtempSync(join(tmpdir(), 'marches-worker-')));
}

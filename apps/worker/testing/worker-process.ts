import { spawn, type ChildProcess } from 'node:child_process';

const MAIN = new URL('../../../dist/apps/worker/main.js', import.meta.url).pathname;

export interface WorkerProcess {
  child: ChildProcess;
  /** What it printed on standard error. */
  complaints(): string;
  /** Sends a signal and waits for the end. @returns milliseconds it took. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number>;
}

/** The built worker as a process of its own, with nothing of this process's environment. */
export function startWorker(env: Record<string, string>): WorkerProcess {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH, LOG_LEVEL: 'warn', COLLECT_SIMULATED_SECONDS: '5', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  return {
    child,
    complaints: () => complaints,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return 0;
      const started = Date.now();
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await gone;
      return Date.now() - started;
    },
  };
}

import { fileURLToPath } from 'node:url';
import { Refusal } from '../refusal.js';
import { AppProcess } from './app-process.js';
import { readChildLine } from './child-line.js';
import type { DatabaseMessage } from './database-process.js';
import type { Terminal } from './terminal.js';

const SCRIPT = fileURLToPath(new URL('./database-process.js', import.meta.url));
/** A shutdown checkpoint may take a while after a large load. */
const STOP_BOUND_MS = 30_000;

export interface LaunchedDatabase {
  /** Address with the owner's rights. Rejects with a Refusal when the database cannot be started. */
  url: Promise<string>;
  stop(): Promise<void>;
  kill(): void;
}

/**
 * Starts the embedded PostgreSQL of the data directory and keeps it alive.
 * @param onRestart it died and is back, perhaps at another address: what is connected to it must be started again.
 */
export function launchDatabase(
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
  onRestart: (url: string) => void,
): LaunchedDatabase {
  const { promise: url, resolve, reject } = deferred<string>();
  let started = false;
  let refusal = 'The embedded PostgreSQL did not start; the lines above say why.';
  const database = new AppProcess({
    name: 'postgres',
    script: SCRIPT,
    env,
    stopBoundMs: STOP_BOUND_MS,
    onLine: (line, stream) => terminal.child('postgres', readChildLine(line, stream)),
    onMessage(message) {
      const report = message as DatabaseMessage;
      if (report.kind === 'refused') refusal = report.reason;
      else if (started) onRestart(report.url);
      else {
        started = true;
        resolve(report.url);
      }
    },
    onDeath({ how, retryInMs }) {
      if (started) {
        terminal.warn('postgres', `stopped by itself (${how}); started again in ${retryInMs / 1000} s.`);
      } else {
        void database.stop();
        reject(new Refusal(refusal));
      }
    },
  });
  return { url, stop: () => database.stop(), kill: () => database.kill() };
}

function deferred<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A refusal that nobody waits for any more (the operator stopped the start) is not a crash.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

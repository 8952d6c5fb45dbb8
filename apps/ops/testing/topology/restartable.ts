import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectNoCanari } from '#contrats/testing/no-canari';

export interface Program {
  /** In what tests say of it: `api-1`. */
  name: string;
  command: string;
  args: readonly string[];
  /** All of its environment, but PATH. */
  env: Readonly<Record<string, string>>;
  /** Whether it may be sent work. */
  isReady: () => Promise<boolean>;
}

/** A process that a test ends by a signal and starts again, as a supervisor would. */
export interface Restartable {
  readonly name: string;
  /** Starts it and waits until it is ready. */
  start(): Promise<void>;
  /** Sends the signal and waits for the end. @returns exit code, or the signal that ended it; milliseconds it took. */
  end(signal: NodeJS.Signals): Promise<{ how: number | NodeJS.Signals | null; ms: number }>;
  /** Why it ended without being told to; empty while it never did. */
  readonly deaths: readonly string[];
  printed(): string;
}

const PATIENCE_MS = 60_000;
/** Only the end of what it prints is kept. */
const KEPT = 20_000;

export function restartable(program: Program): Restartable {
  const { name } = program;
  let child: ChildProcess | null = null;
  let printed = '';
  let told = false;
  const deaths: string[] = [];

  function spawnIt(): ChildProcess {
    told = false;
    const started = spawn(program.command, [...program.args], {
      env: { PATH: process.env['PATH'], ...program.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        expectNoCanari(text, `The log of ${name}`);
        printed = (printed + text).slice(-KEPT);
      });
    }
    started.once('error', (error) => deaths.push(error.message));
    started.once('exit', (code, signal) => {
      if (!told) deaths.push(`${name} ended by itself (${signal ?? String(code)}):\n${printed.slice(-2_000)}`);
    });
    return started;
  }

  return {
    name,
    deaths,
    printed: () => printed,
    async start() {
      child = spawnIt();
      for (const limit = Date.now() + PATIENCE_MS; !(await program.isReady().catch(() => false));) {
        if (deaths.length > 0) throw new Error(deaths.join('\n'));
        if (Date.now() > limit) throw new Error(`${name} does not become ready:\n${printed.slice(-2_000)}`);
        await sleep(50);
      }
    },
    async end(signal) {
      const started = performance.now();
      const ending = child;
      if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return { how: null, ms: 0 };
      told = true;
      const gone = new Promise<number | NodeJS.Signals | null>((resolve) => {
        ending.once('exit', (code, by) => resolve(by ?? code));
      });
      ending.kill(signal);
      const how = await gone;
      return { how, ms: performance.now() - started };
    },
  };
}

/** Whether an address answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  await answer.arrayBuffer();
  return answer.ok;
}

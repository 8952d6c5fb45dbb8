import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const FOLLOW_LAUNCHER = new URL('./follow-launcher.js', import.meta.url).href;
/** Traces that name the sources; no warning about features of Node that a library chose to use. */
const RUNTIME_OPTIONS = ['--enable-source-maps', '--disable-warning=ExperimentalWarning'];
const BACKOFF_FIRST_MS = 500;
const BACKOFF_LAST_MS = 30_000;
/** An application that ran this long was well: the next failure starts the backoff afresh. */
const WELL_AFTER_MS = 60_000;

export type OutputStream = 'stdout' | 'stderr';

export interface AppOptions {
  /** Short name shown before its lines. */
  name: string;
  /** Path of the built entry point. */
  script: string;
  env: NodeJS.ProcessEnv;
  /** How long it may take to stop in order before it is killed. */
  stopBoundMs: number;
  /** One line that it printed. */
  onLine: (line: string, stream: OutputStream) => void;
  /** It ended without being asked to, and is started again after a while. */
  onDeath: (death: Death) => void;
  /** What it sends over the channel. */
  onMessage?: (message: unknown) => void;
}

export interface Death {
  /** `code 1` or `signal SIGKILL`. */
  how: string;
  /** Deaths in a row, this one included, without having been well in between. */
  inARow: number;
  retryInMs: number;
}

/** A child process kept alive: started again with growing delays when it dies, stopped for good by `stop`. */
export class AppProcess {
  private child: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopping = false;
  private deaths = 0;

  constructor(private readonly options: AppOptions) {
    this.start();
  }

  /** SIGTERM, then SIGKILL after the bound. Resolves when the process is gone. */
  async stop(): Promise<void> {
    this.stopping = true;
    if (this.timer) clearTimeout(this.timer);
    const child = this.child;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const kill = setTimeout(() => child.kill('SIGKILL'), this.options.stopBoundMs);
    await gone;
    clearTimeout(kill);
  }

  /** SIGKILL, at once; `stop` is already waiting for the end. */
  kill(): void {
    this.child?.kill('SIGKILL');
  }

  private start(): void {
    const { script, env, stopBoundMs, onLine, onMessage } = this.options;
    const followLauncher = `${FOLLOW_LAUNCHER}?graceMs=${stopBoundMs}`;
    const startedAt = performance.now();
    // A process group of its own: the terminal's Ctrl-C reaches the launcher alone, which stops all in the right order.
    const child = spawn(process.execPath, [...RUNTIME_OPTIONS, '--import', followLauncher, script], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      detached: true,
    });
    this.child = child;
    for (const stream of ['stdout', 'stderr'] as const) {
      const input = child[stream];
      if (input) createInterface({ input }).on('line', (line) => onLine(line, stream));
    }
    if (onMessage) child.on('message', onMessage);
    const ended = (how: string) => {
      if (this.child !== child) return;
      this.child = null;
      if (!this.stopping) this.died(how, performance.now() - startedAt);
    };
    child.once('exit', (code, signal) => ended(signal === null ? `code ${String(code)}` : `signal ${signal}`));
    child.once('error', (error) => ended(error.message));
  }

  private died(how: string, livedMs: number): void {
    this.deaths = livedMs >= WELL_AFTER_MS ? 1 : this.deaths + 1;
    const retryInMs = Math.min(BACKOFF_FIRST_MS * 2 ** (this.deaths - 1), BACKOFF_LAST_MS);
    this.timer = setTimeout(() => this.start(), retryInMs);
    this.options.onDeath({ how, inARow: this.deaths, retryInMs });
  }
}

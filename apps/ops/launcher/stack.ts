import { fileURLToPath } from 'node:url';
import { AppProcess, type Death } from './app-process.js';
import { readChildLine } from './child-line.js';
import type { Terminal } from './terminal.js';

/** The applications of `start`, in the order in which they are started; they are stopped all at once. */
export const APPS = ['feeds', 'worker', 'api'] as const;
export type AppName = (typeof APPS)[number];

const STOP_BOUND_MS = 6_000;
/** An application that dies this often in a row before the service was ever ready will not get well by itself. */
const HOPELESS_AFTER = 5;

export function entryOf(app: AppName): string {
  return fileURLToPath(new URL(`../../${app}/main.js`, import.meta.url));
}

/** Runs the applications and says what becomes of them. */
export class Stack {
  private processes: AppProcess[] = [];
  private wasReady = false;

  /** @param hopeless called once when an application cannot be brought up. */
  constructor(
    private readonly terminal: Terminal,
    private readonly hopeless: (reason: string) => void,
  ) {}

  start(apps: readonly AppName[], env: (app: AppName) => NodeJS.ProcessEnv): void {
    this.processes = apps.map(
      (name) =>
        new AppProcess({
          name,
          script: entryOf(name),
          env: env(name),
          stopBoundMs: STOP_BOUND_MS,
          onLine: (line, stream) => this.terminal.child(name, readChildLine(line, stream)),
          onDeath: (death) => this.died(name, death),
        }),
    );
  }

  ready(): void {
    this.wasReady = true;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((process) => process.stop()));
  }

  kill(): void {
    for (const process of this.processes) process.kill();
  }

  private died(name: string, { how, inARow, retryInMs }: Death): void {
    this.terminal.warn(name, `stopped by itself (${how}); started again in ${retryInMs / 1000} s.`);
    if (!this.wasReady && inARow >= HOPELESS_AFTER) {
      this.hopeless(`${name} stopped ${inARow} times in a row (${how}); its lines above say why.`);
    }
  }
}

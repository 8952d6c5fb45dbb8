import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { crashed, listen } from './child-errors.js';
import type { Batch } from './history.js';

const SCRIPT = fileURLToPath(new URL('./writer.js', import.meta.url));

/** Writer processes that are given batches until there are no more, started again when they die. */
export interface Writers {
  /** Settles when every batch was archived and its writer went on to project. */
  done: Promise<void>;
  /** What those said that ended by themselves. */
  readonly crashes: readonly string[];
  close(): Promise<void>;
}

export interface WritersOptions {
  databaseUrl: string;
  /** Times `each` is the number of concurrent writers. */
  processes: number;
  each: number;
  /** The next batch to write; undefined once there are no more. */
  next: () => Batch | undefined;
  /** Waited for before each batch. */
  pause: () => Promise<void>;
}

export function startWriters({ databaseUrl, processes, each, next, pause }: WritersOptions): Writers {
  const again: Batch[] = [];
  let inHand = 0;
  const crashes: string[] = [];
  let closing = false;
  let finish: () => void;
  const done = new Promise<void>((resolve) => (finish = resolve));
  const children: ChildProcess[] = [];

  function start(slot: number): void {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = fork(SCRIPT, [], {
      env: { ...env, DATABASE_URL: databaseUrl, WRITERS: String(each) },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const said = listen(child);
    const given = new Map<number, Batch>();
    const give = async () => {
      await pause();
      if (child.exitCode !== null || child.signalCode !== null) return;
      const batch = again.shift() ?? next();
      if (batch === undefined) {
        if (inHand === 0) finish();
        return;
      }
      inHand += 1;
      given.set(batch.batch, batch);
      child.send(batch);
    };
    child.on('message', (message: { ready?: true; batch?: number }) => {
      if (message.ready === true) for (let index = 0; index < each; index += 1) void give();
      // One that comes after the exit tells of a batch that was taken back.
      if (message.batch === undefined || !given.delete(message.batch)) return;
      inHand -= 1;
      void give();
    });
    child.on('error', () => undefined);
    child.once('close', () => closing || (crashed(said()) && crashes.push(said())));
    child.once('exit', () => {
      // What a dead writer had in hand is collected again, as from a source whose position did not move.
      again.unshift(...given.values());
      inHand -= given.size;
      given.clear();
      if (!closing) start(slot);
    });
    children[slot] = child;
  }
  for (let slot = 0; slot < processes; slot += 1) start(slot);

  return {
    done,
    crashes,
    async close() {
      closing = true;
      const alive = children.filter((child) => child.exitCode === null && child.signalCode === null);
      const gone = alive.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of alive) child.kill('SIGKILL');
      await Promise.all(gone);
    },
  };
}

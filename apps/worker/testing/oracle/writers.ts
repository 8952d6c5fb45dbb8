import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { FaultPoint } from '#platform/faults/fault-point';
import type { Batch } from './history.js';

const SCRIPT = fileURLToPath(new URL('./writer.js', import.meta.url));

/** Writer processes that are given batches until all are done, started again when they die. */
export interface Writers {
  /** Settles when every batch was archived and its writer went on to project. */
  done: Promise<void>;
  /** Share of the batches done, 0 to 1. */
  progress(): number;
  /** Has one process die when it next reaches a boundary. @returns once it is dead; false when the work ended first. */
  killAt(point: FaultPoint): Promise<boolean>;
  close(): Promise<void>;
}

/** @param processes times `each` is the number of concurrent writers. */
export function startWriters(databaseUrl: string, batches: readonly Batch[], processes: number, each: number): Writers {
  const waiting = [...batches];
  let completed = 0;
  let closing = false;
  let finish: () => void;
  const done = new Promise<void>((resolve) => (finish = resolve));
  const children: ChildProcess[] = [];
  let turn = 0;

  function start(slot: number): void {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const child = fork(SCRIPT, [], { env: { ...env, DATABASE_URL: databaseUrl, WRITERS: String(each) }, execArgv: [] });
    const given = new Map<number, Batch>();
    const give = () => {
      const batch = waiting.shift();
      if (batch === undefined) return;
      given.set(batch.batch, batch);
      child.send(batch);
    };
    child.on('message', (message: { ready?: true; batch?: number }) => {
      if (message.ready === true) for (let index = 0; index < each; index += 1) give();
      if (message.batch === undefined) return;
      given.delete(message.batch);
      completed += 1;
      give();
      if (completed === batches.length) finish();
    });
    child.on('error', () => undefined);
    child.once('exit', () => {
      // What a dead writer had in hand is collected again, as from a source whose position did not move.
      waiting.unshift(...given.values());
      if (!closing) start(slot);
    });
    children[slot] = child;
  }
  for (let slot = 0; slot < processes; slot += 1) start(slot);

  return {
    done,
    progress: () => completed / batches.length,
    async killAt(point) {
      const child = children[turn++ % processes];
      if (child === undefined || completed === batches.length) return false;
      const dead = new Promise<boolean>((resolve) => child.once('exit', () => resolve(true)));
      child.send({ fault: point, passes: 1 });
      return Promise.race([dead, done.then(() => false)]);
    },
    async close() {
      closing = true;
      const alive = children.filter((child) => child.exitCode === null && child.signalCode === null);
      const gone = alive.map((child) => new Promise((resolve) => child.once('exit', resolve)));
      for (const child of alive) child.kill('SIGKILL');
      await Promise.all(gone);
    },
  };
}

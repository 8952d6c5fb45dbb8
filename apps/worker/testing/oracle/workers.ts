import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FaultPoint } from '#platform/faults/fault-point';
import { crashed, listen } from './child-errors.js';

const MAIN = fileURLToPath(new URL('../../../../dist/apps/worker/main.js', import.meta.url));
const PRELOAD = new URL('./worker/preload.js', import.meta.url).href;

/** A worker that died at a boundary, in a job of the queue. */
export interface Death {
  point: FaultPoint;
  job: string;
  id: string;
}

/** The built worker, several processes of it, each started again when it dies. */
export interface Workers {
  /** Has one process die when it next reaches a boundary in a job of the queue. @param wake asks for such a job. */
  killAt(point: FaultPoint, wake: () => Promise<void>): Promise<Death>;
  /** What those said that ended by themselves. */
  readonly crashes: readonly string[];
  close(): Promise<void>;
}

const RESTART_MS = 200;
const WAKE_MS = 100;

export function startWorkers(env: Record<string, string>, processes: number): Workers {
  const { PATH } = process.env;
  const children: ChildProcess[] = [];
  const crashes: string[] = [];
  let closing = false;
  let armed: { point: FaultPoint; onDeath: (death: Death) => void } | null = null;

  function start(slot: number): void {
    const child = fork(MAIN, [], {
      env: { PATH, LOG_LEVEL: 'silent', WORKER_PORT: '0', ...env },
      execArgv: ['--import', PRELOAD],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const said = listen(child);
    child.on('error', () => undefined);
    if (armed !== null) child.send({ fault: armed.point });
    // Once it is dead and its last words are read.
    child.once('close', () => {
      const words = /^killed (\{.*\})$/m.exec(said())?.[1];
      if (crashed(said())) crashes.push(said());
      // It also ends when it finds no database to start with.
      if (words !== undefined) died(JSON.parse(words) as Death);
      if (!closing) setTimeout(() => closing || start(slot), RESTART_MS);
    });
    children[slot] = child;
  }

  function died(death: Death): void {
    if (armed?.point !== death.point) return;
    armed.onDeath(death);
    armed = null;
    arm(null);
  }

  function arm(fault: FaultPoint | null): void {
    for (const child of children) if (child.connected) child.send({ fault });
  }

  for (let slot = 0; slot < processes; slot += 1) start(slot);
  return {
    crashes,
    async killAt(point, wake) {
      const deaths: Death[] = [];
      armed = { point, onDeath: (death) => deaths.push(death) };
      arm(point);
      for (;;) {
        // A wake that fails is asked again, one that hangs is left: the workers have jobs of their own.
        await Promise.race([wake().catch(() => undefined), sleep(WAKE_MS)]);
        await sleep(WAKE_MS);
        if (deaths[0] !== undefined) return deaths[0];
        if (closing) throw new Error(`the workers are stopped and none died at ${point}`);
      }
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

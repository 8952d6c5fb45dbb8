import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const OPS = new URL('../../apps/ops/main.js', import.meta.url).pathname;
const LOOK_EVERY_MS = 200;

export interface Measured {
  seconds: number;
  /** Largest resident memory that the process ever had, in megabytes. */
  peak: number;
  killed: boolean;
}

/**
 * `ops importer decp` as a process of its own, so that its memory is that of an import and nothing else.
 * @param until asked now and then; true kills it as `kill -9` does.
 */
export async function runImport(
  databaseUrl: string,
  args: readonly string[],
  until: () => Promise<boolean> = () => Promise.resolve(false),
): Promise<Measured> {
  const started = performance.now();
  const child = spawn(process.execPath, [OPS, 'importer', 'decp', ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exit = once(child, 'exit');
  let peak = 0;
  let killed = false as boolean;
  const timer = setInterval(() => {
    peak = Math.max(peak, highWater(child.pid));
    void until().then((now) => {
      if (now) killed = child.kill('SIGKILL') || killed;
    });
  }, LOOK_EVERY_MS);
  const [code] = (await exit) as [number | null];
  clearInterval(timer);
  if (code !== 0 && !killed) throw new Error(`the import ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, peak, killed };
}

/** VmHWM is the kernel's own record: nothing between two looks is missed. Linux only. */
function highWater(pid: number | undefined): number {
  try {
    const kB = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kB === undefined ? 0 : (Number(kB) * 1024) / 1_000_000;
  } catch {
    return 0;
  }
}

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { startOf } from '#platform/postgres/process-identity';

/** Every process that this one started, and those that they started: pids. Never this one itself. */
export function descendants(pid: number): number[] {
  const parents = process.platform === 'linux' ? fromProc() : fromPs();
  const found: number[] = [];
  const add = (parent: number): void => {
    for (const [child, itsParent] of parents) {
      if (itsParent === parent) {
        found.push(child);
        add(child);
      }
    }
  };
  add(pid);
  return found;
}

/** The command line of a process; empty when it is gone. */
export function commandOf(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Those of the processes that still run at the end of the time; empty as soon as none does. */
export async function survivors(pids: readonly number[], withinMs: number): Promise<number[]> {
  for (const end = Date.now() + withinMs; ;) {
    const starts = await Promise.all(pids.map((pid) => startOf(pid)));
    const alive = pids.filter((_, index) => starts[index] !== null);
    if (alive.length === 0 || Date.now() >= end) return alive;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

/** Pid and parent's pid of every process. */
function fromProc(): [number, number][] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name): [number, number][] => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return [];
      }
    });
}

function fromPs(): [number, number][] {
  return execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
}

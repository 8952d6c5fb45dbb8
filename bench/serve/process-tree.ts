import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second in /proc, the same on every Linux that Node runs on. */
const TICKS = 100;
const PAGE_BYTES = 4_096;

export interface TreeUse {
  /** Processor time of the processes and of their children that ended, in milliseconds. */
  cpuMs: number;
  /** Resident memory, in bytes; what processes share is counted in each. */
  rss: number;
}

/** What a process and all those below it have used. Linux only. */
export async function treeUse(pid: number): Promise<TreeUse> {
  const all = new Map<number, { parent: number; cpuMs: number; rss: number }>();
  for (const name of await readdir('/proc')) {
    const one = /^\d+$/.test(name) ? await statOf(name) : null;
    if (one !== null) all.set(Number(name), one);
  }
  const isBelow = (one: number | undefined): boolean =>
    one === pid || (one !== undefined && one > 1 && isBelow(all.get(one)?.parent));
  const tree = [...all].filter(([one]) => isBelow(one)).map(([, use]) => use);
  const sum = (key: 'cpuMs' | 'rss') => tree.reduce((total, use) => total + use[key], 0);
  return { cpuMs: sum('cpuMs'), rss: sum('rss') };
}

async function statOf(pid: string): Promise<{ parent: number; cpuMs: number; rss: number } | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name, in brackets, may hold anything; fields are counted after it (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (field: number) => Number(fields[field - 3]);
  return { parent: at(4), cpuMs: ((at(14) + at(15) + at(16) + at(17)) * 1_000) / TICKS, rss: at(24) * PAGE_BYTES };
}

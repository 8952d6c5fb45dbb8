import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second. */
const TICKS = 100;

/** What processes took, in seconds of processor. */
export interface CpuUse {
  feeds: number;
  /** The Node process that collects, normalises and renders. */
  node: number;
  postgres: number;
  /** Everything else that the machine did. */
  others: number;
}

/** @returns what is taken from this call on, each time it is called. */
export function watchCpu(pids: { feeds: number; node: number; postgres: number }): () => CpuUse {
  const read = () => ({
    feeds: ownSeconds(pids.feeds),
    node: ownSeconds(pids.node),
    postgres: treeSeconds(pids.postgres),
    all: machineSeconds(),
  });
  const start = read();
  return () => {
    const now = read();
    const feeds = now.feeds - start.feeds;
    const node = now.node - start.node;
    const postgres = now.postgres - start.postgres;
    return { feeds, node, postgres, others: Math.max(0, now.all - start.all - feeds - node - postgres) };
  };
}

/** Resident memory of a process in bytes; 0 once it is gone. */
export function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** A postmaster with its backends, those that have ended included. */
function treeSeconds(pid: number): number {
  const own = fieldsOf(String(pid));
  if (own === null) return 0;
  let ticks = own.utime + own.stime + own.cutime + own.cstime;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const one = fieldsOf(entry);
    if (one?.parent === pid) ticks += one.utime + one.stime;
  }
  return ticks / TICKS;
}

function ownSeconds(pid: number): number {
  const own = fieldsOf(String(pid));
  return own === null ? 0 : (own.utime + own.stime) / TICKS;
}

function fieldsOf(pid: string) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
  // The name, in brackets, may hold spaces.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (index: number) => fields[index] ?? 0;
  return { parent: at(1), utime: at(11), stime: at(12), cutime: at(13), cstime: at(14) };
}

/** user, nice, system, irq, softirq of all processors. */
function machineSeconds(): number {
  const [user, nice, system, , , irq, softirq] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .flatMap((line) => line.trim().split(/\s+/))
    .slice(1)
    .map(Number);
  return ((user ?? 0) + (nice ?? 0) + (system ?? 0) + (irq ?? 0) + (softirq ?? 0)) / TICKS;
}

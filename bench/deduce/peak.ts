import { readFileSync } from 'node:fs';
import type { DataSource } from 'typeorm';

const EVERY_MS = 100;
const MEGABYTE = 1_000_000;

/** Does work and watches memory: this process's, and the largest database session's without shared buffers. Megabytes. */
export async function peakOf<T>(
  db: DataSource,
  work: () => Promise<T>,
): Promise<{ result: T; node: number; postgres: number }> {
  let node = 0;
  let postgres = 0;
  const sessions = await sessionsOf(db);
  const timer = setInterval(() => {
    node = Math.max(node, process.memoryUsage.rss());
    for (const pid of sessions) postgres = Math.max(postgres, ownBytes(pid));
  }, EVERY_MS);
  try {
    const result = await work();
    return { result, node: node / MEGABYTE, postgres: postgres / MEGABYTE };
  } finally {
    clearInterval(timer);
  }
}

async function sessionsOf(db: DataSource): Promise<number[]> {
  const rows = await db.query<{ pid: number }[]>(`select pid from pg_stat_activity where application_name = 'bench'`);
  return rows.map(({ pid }) => pid);
}

/** Resident memory that is not shared with other sessions; 0 once the session is gone. */
function ownBytes(pid: number): number {
  try {
    return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

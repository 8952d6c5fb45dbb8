import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { servesDirectory, startOf } from './process-identity.js';

const ORDERLY_MS = 30_000;

/**
 * Clears what an earlier run left in a data directory that this process now owns: a server whose starter was killed is
 * stopped in order; a `postmaster.pid` whose number now belongs to another program is removed (PostgreSQL itself
 * would refuse to start because of it).
 */
export async function clearLeftovers(directory: string, log: (line: string) => void): Promise<void> {
  const file = join(directory, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid) || pid <= 0 || !(await servesDirectory(pid, directory))) {
    log(`removing ${file}, left by a server that is gone`);
    await rm(file, { force: true });
    return;
  }
  log(`stopping PostgreSQL (process ${pid}), left behind by a start that was killed`);
  process.kill(pid, 'SIGINT');
  if (await gone(pid, ORDERLY_MS)) return;
  process.kill(pid, 'SIGQUIT');
  if (await gone(pid, ORDERLY_MS)) return;
  throw new Error(`PostgreSQL (process ${pid}) still serves ${directory} and does not stop: stop it by hand.`);
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  const until = Date.now() + withinMs;
  while (Date.now() < until) {
    if ((await startOf(pid)) === null) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

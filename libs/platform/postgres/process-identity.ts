import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What tells a process from a later one with the same number; null when there is no such process. */
export async function startOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    try {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
      // The name, field 2, may hold anything: fields are counted from its closing parenthesis.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (fields[0] === 'Z') return null; // dead, not yet reaped
      const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
      return `${boot}:${fields[19] ?? ''}`;
    } catch {
      return null;
    }
  }
  try {
    return (await run('ps', ['-p', String(pid), '-o', 'lstart='])).stdout.trim() || null;
  } catch {
    return null;
  }
}

/**
 * Whether a process is a PostgreSQL server of this data directory.
 * A server's working directory is its data directory.
 */
export async function servesDirectory(pid: number, directory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    if (name.trim() !== 'postgres') return false;
    return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === directory;
  }
  const command = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
  return command.stdout.includes('postgres') && command.stdout.includes(directory);
}

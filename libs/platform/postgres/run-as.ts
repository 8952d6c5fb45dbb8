import { spawn } from 'node:child_process';

/** User and group that PostgreSQL runs as; empty: those of this process. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

export interface Outcome {
  /** Exit code; null when it could not be started or was killed. */
  code: number | null;
  output: string;
}

/** Runs a command to its end as another user. Never throws: an executable out of reach is an outcome. */
export function runAs(user: RunAs, command: string, args: readonly string[], cwd = '/'): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...user, cwd, stdio: ['ignore', 'pipe', 'pipe'], env: plainEnvironment() });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** PostgreSQL's own variables (PGDATA, PGPORT…) would change what it does; its messages are read in English. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, LD_LIBRARY_PATH } = process.env;
  return { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, LC_ALL: 'C' };
}

/** Whether that user can enter the directory by its path. */
export async function canEnter(user: RunAs, directory: string): Promise<boolean> {
  if (user.uid === undefined) return true;
  return (await runAs(user, '/bin/sh', ['-c', 'cd "$1"', 'sh', directory])).code === 0;
}

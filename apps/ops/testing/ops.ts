import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectNoCanari } from '#contrats/testing/no-canari';
import { run } from '../run.js';

export interface OpsAnswer {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command line in this process, as `npm run ops -- …` would. */
export async function ops(args: readonly string[], env: NodeJS.ProcessEnv): Promise<OpsAnswer> {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write(text: string) {
      written[name] += text;
    },
  });
  const code = await run(args, env, { stdout: stream('stdout'), stderr: stream('stderr') });
  expectNoCanari(written.stdout + written.stderr, `ops ${args.join(' ')}`);
  return { code, ...written };
}

/** The document that a command prints with `--json`; fails when the command does. */
export async function opsJson<T>(args: readonly string[], env: NodeJS.ProcessEnv): Promise<T> {
  const answer = await ops([...args, '--json'], env);
  if (answer.code !== 0) throw new Error(`ops ${args.join(' ')} ended with ${answer.code}: ${answer.stderr}`);
  return JSON.parse(answer.stdout) as T;
}

/** A data directory that nothing runs on. */
export function emptyDataDir(): string {
  return mkdtempSync(join(tmpdir(), 'marches-ops-'));
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expectNoCanari } from '#contrats/testing/no-canari';

const MAIN = join(import.meta.dirname, '../../../dist/libs/client/mirror/main.js');

export interface MirrorProcess {
  /** Exit code, or the signal that ended it, and what it said. */
  ended: Promise<{ end: number | NodeJS.Signals | null; said: string }>;
  /** What it said so far. */
  said(): string;
  kill(signal: NodeJS.Signals): void;
}

/** The mirror as its user runs it, from dist/. */
export function startMirror(cle: string, args: readonly string[]): MirrorProcess {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...process.env, CLE: cle, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  return {
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => {
        try {
          expectNoCanari(said, 'The mirror');
          resolve({ end: signal ?? code, said });
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    }),
    said: () => said,
    kill: (signal) => child.kill(signal),
  };
}

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expectNoCanari } from '#contrats/testing/no-canari';
import type { Demo } from '../launcher/demo.js';

const OPS = resolve('dist/apps/ops/main.js');

/** A run of the built command line as a process of its own. */
export interface OpsProcess {
  process: ChildProcess;
  /** All that it printed until now, on both streams. */
  output(): string;
  /** Waits for text in the output; fails when the process ends without it. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  /** Exit code, once it has ended. */
  ended: Promise<number | null>;
}

const started: ChildProcess[] = [];

export function runOps(args: readonly string[], env: NodeJS.ProcessEnv): OpsProcess {
  // What the test runner was started with must not reach the service.
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [OPS, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => {
    expectNoCanari(output, `ops ${args.join(' ')}`);
    return code as number | null;
  });
  let over = false;
  void ended.catch(() => undefined).then(() => (over = true));
  return {
    process: child,
    output: () => output,
    ended,
    async said(pattern) {
      for (;;) {
        const last = over;
        expectNoCanari(output, `ops ${args.join(' ')}`);
        const match = pattern.exec(output);
        if (match) return match;
        if (last) throw new Error(`It ended without saying ${pattern}:\n${output}`);
        await new Promise((wake) => setTimeout(wake, 50));
      }
    },
  };
}

/** Starts the service and waits until it has printed all that it prints when ready. */
export async function startService(env: NodeJS.ProcessEnv): Promise<OpsProcess> {
  const service = runOps(['start'], env);
  await service.said(/^Stop +Ctrl-C$/m);
  return service;
}

/** To be called at the end of a test file: a failed test leaves nothing running. */
export function killStarted(): void {
  for (const child of started.splice(0)) child.kill('SIGKILL');
}

export function readDemo(dataDir: string): Demo {
  return JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo;
}

/** GET with the complete demonstration key. */
export async function get(dataDir: string, path: string): Promise<{ status: number; body: unknown }> {
  const { base_url, cles } = readDemo(dataDir);
  const answer = await fetch(base_url + path, { headers: { 'X-API-Key': cles.complete } });
  return { status: answer.status, body: await answer.json() };
}

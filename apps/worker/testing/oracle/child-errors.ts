import type { ChildProcess } from 'node:child_process';

/** Keeps what a process says on standard error. @param child with a pipe there. */
export function listen(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-KEPT)));
  return () => said;
}

/** Whether it ended by an exception that nobody caught, and did not refuse to start. */
export function crashed(said: string): boolean {
  return /^Node\.js v\d/m.test(said);
}

const KEPT = 10_000;

import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOf } from './process-identity.js';

const FILE = 'postgres.owner.json';

interface Owner {
  pid: number;
  start: string;
}

/** Another live process uses the data directory. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  constructor(
    readonly dataDir: string,
    readonly pid: number,
  ) {
    super(
      `${dataDir} is already in use by process ${pid}: one data directory is one instance. Stop that process, or set another DATA_DIR.`,
    );
  }
}

/**
 * Takes a data directory for this process; a lock left by a process that is gone is taken over.
 * @returns gives the directory back.
 * @throws AlreadyRunning
 */
export async function takeInstance(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, FILE);
  const own = JSON.stringify({ pid: process.pid, start: await startOf(process.pid) });
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      await writeFile(file, own, { flag: 'wx', mode: 0o600 });
      return () => release(file, own);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = await readFile(file, 'utf8').catch(() => null);
    if (found === null) continue;
    const owner = parse(found);
    if (owner !== null && (await startOf(owner.pid)) === owner.start) throw new AlreadyRunning(dataDir, owner.pid);
    await discard(file, found);
  }
  throw new Error(`${file} could not be taken: remove it and start again.`);
}

function parse(text: string): Owner | null {
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return null;
  }
}

/** Removes a dead owner's file, unless another process put its own there in the meantime. */
async function discard(file: string, expected: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) === expected) await rm(aside);
  else await rename(aside, file);
}

async function release(file: string, own: string): Promise<void> {
  if ((await readFile(file, 'utf8').catch(() => null)) === own) await rm(file, { force: true });
}

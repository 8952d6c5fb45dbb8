import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { startOf } from '#platform/postgres/process-identity';
import { Refusal } from '../refusal.js';

/** What a running `start` tells the other commands of the same DATA_DIR. Never holds an address given by the user. */
export interface Instance {
  pid: number;
  /** Distinguishes the process from a later one with the same number. */
  pid_start: string | null;
  /** Address of the embedded database with the owner's rights; null with DATABASE_URL or while it starts. */
  database_url: string | null;
  /** The service uses the DATABASE_URL of its environment. */
  external_database: boolean;
  base_url: string;
}

export interface InstanceHold {
  update(change: Partial<Instance>): Promise<void>;
  release(): Promise<void>;
}

export function instancePath(dataDir: string): string {
  return resolve(dataDir, 'instance.json');
}

/** The instance that runs on this data directory, or null. A file left by a killed process counts as nothing. */
export async function runningInstance(dataDir: string): Promise<Instance | null> {
  let instance: Instance;
  try {
    instance = JSON.parse(await readFile(instancePath(dataDir), 'utf8')) as Instance;
  } catch {
    return null;
  }
  if (instance.pid === process.pid) return null;
  const start = await startOf(instance.pid);
  return start !== null && start === instance.pid_start ? instance : null;
}

/**
 * Takes the data directory for this process.
 * @throws Refusal when another process has it.
 */
export async function holdInstance(
  dataDir: string,
  facts: Pick<Instance, 'external_database' | 'base_url'>,
): Promise<InstanceHold> {
  await mkdir(dataDir, { recursive: true });
  const path = instancePath(dataDir);
  const other = await runningInstance(dataDir);
  if (other) throw alreadyRunning(dataDir, other);
  await rm(path, { force: true });
  let instance: Instance = {
    pid: process.pid,
    pid_start: await startOf(process.pid),
    database_url: null,
    ...facts,
  };
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify(instance));
    await file.close();
  } catch (error) {
    const winner = await runningInstance(dataDir);
    throw winner ? alreadyRunning(dataDir, winner) : error;
  }
  return {
    async update(change) {
      instance = { ...instance, ...change };
      // Written beside and renamed: another command never reads half a file.
      await writeFile(`${path}.new`, JSON.stringify(instance), { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
    release: () => rm(path, { force: true }),
  };
}

function alreadyRunning(dataDir: string, instance: Instance): Refusal {
  return new Refusal(
    `Already running on ${resolve(dataDir)}: process ${instance.pid}, ${instance.base_url}. Stop it with Ctrl-C in its terminal (or \`kill ${instance.pid}\`), or choose another DATA_DIR and PORT.`,
  );
}

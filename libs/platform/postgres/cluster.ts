import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { canEnter, runAs, type RunAs } from './run-as.js';

export const OWNER_ROLE = 'owner';

/** The working directory, named without its parents. */
const FROM_WITHIN = '/proc/self/cwd';

export interface Cluster {
  /** Real path of the data directory: the server's working directory. */
  directory: string;
  /** How the server is told of it. */
  dataArgument: string;
  /** Of the role `owner`. */
  password: string;
}

/**
 * Finds or makes the cluster of `home`: `data/` and `password`, owned by the server's user.
 *
 * A user who cannot enter a parent of `home` (`/root` is 0700) cannot name it either. Where that is so the server is
 * started inside it and told `/proc/self/cwd`, which needs no right on the parents: the data stays where DATA_DIR says.
 */
export async function prepareCluster(home: string, user: RunAs, binaries: Binaries): Promise<Cluster> {
  const directory = join(home, 'data');
  const passwordFile = join(home, 'password');
  await mkdir(home, { recursive: true, mode: 0o700 });
  await give(home, user);
  const reachable = await canEnter(user, home);
  if (!reachable && process.platform !== 'linux') {
    throw new Error(
      `User ${String(user.uid)}, who runs PostgreSQL, cannot enter ${home}: set DATA_DIR to a folder it can enter.`,
    );
  }
  if (!(await exists(directory))) {
    // Made aside and renamed once whole: a first start that was interrupted leaves no half cluster.
    const draft = join(home, 'draft');
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    await give(draft, user);
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
    await give(passwordFile, user);
    await initialise(binaries, user, draft, reachable ? draft : FROM_WITHIN);
    await rename(draft, directory);
  }
  return {
    directory,
    dataArgument: reachable ? directory : FROM_WITHIN,
    password: (await readFile(passwordFile, 'utf8')).trim(),
  };
}

async function initialise(binaries: Binaries, user: RunAs, directory: string, dataArgument: string): Promise<void> {
  const args = [
    `--pgdata=${dataArgument}`,
    `--username=${OWNER_ROLE}`,
    '--auth=scram-sha-256',
    `--pwfile=${dataArgument}/../password`,
    '--encoding=UTF8',
    // The same order and case rules on every machine, whatever its locales.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${await unicodeLocale()}`,
  ];
  const { code, output } = await runAs(user, binaries.initdb, args, directory);
  if (code !== 0) throw new Error(`PostgreSQL could not make its data directory ${directory}: ${output.trim()}`);
}

/** Full-text search asks the C library what a letter is: with `C` every accented sign would be one. */
async function unicodeLocale(): Promise<string> {
  const { output } = await runAs({}, 'locale', ['-a']);
  const available = output.split('\n').map((line) => line.trim());
  return (
    ['C.UTF-8', 'C.utf8', 'fr_FR.UTF-8', 'en_US.UTF-8', 'en_US.utf8'].find((name) => available.includes(name)) ?? 'C'
  );
}

async function give(path: string, user: RunAs): Promise<void> {
  if (user.uid !== undefined && user.gid !== undefined) await chown(path, user.uid, user.gid);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

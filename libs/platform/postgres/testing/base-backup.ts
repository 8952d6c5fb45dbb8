import { chmod, copyFile, lchown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

/** Of the running server, or made anew by the next one. */
const NOT_COPIED: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts', 'pgsql_tmp']);

/**
 * A base backup of a running server, as pg_basebackup makes one: its files as they change, and the WAL that makes them
 * whole. @param url with the rights of a superuser. @param data its data directory. @param target made.
 */
export async function baseBackup(url: string, data: string, target: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('test', true)`);
    await copyTree(data, target);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    // Again: what was written until the end of the backup makes the files whole.
    await copyTree(join(data, 'pg_wal'), join(target, 'pg_wal'));
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    const { uid, gid } = await stat(data);
    await lchown(join(target, 'backup_label'), uid, gid);
  } finally {
    await client.end();
  }
}

/** Puts a backup in the place of a stopped server's data. The backup stays, for another time. */
export async function restoreBackup(backup: string, data: string): Promise<void> {
  const draft = `${data}.restored`;
  await copyTree(backup, draft);
  await rm(data, { recursive: true, force: true });
  await rename(draft, data);
}

async function copyTree(from: string, to: string): Promise<void> {
  const { uid, gid, mode } = await stat(from);
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (NOT_COPIED.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else {
      // A file that the server drops meanwhile is not needed.
      const there = await copyFile(source, target).then(() => true, unlessGone);
      if (there) await lchown(target, uid, gid);
    }
  }
  await lchown(to, uid, gid);
  await chmod(to, mode & 0o777);
}

function unlessGone(error: unknown): false {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  return false;
}

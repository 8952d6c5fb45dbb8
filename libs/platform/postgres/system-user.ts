import { stat } from 'node:fs/promises';
import { runAs, type RunAs } from './run-as.js';

/** Accounts that may run the server, in order; the first is created where the system can. */
const ACCOUNTS = ['postgres', 'nobody'] as const;

/**
 * Who runs the server. PostgreSQL refuses to run as root, and `initdb` wants an account with a name.
 * @param cluster directory of the cluster: an existing one keeps its owner.
 */
export async function serverUser(cluster: string, log: (line: string) => void): Promise<RunAs> {
  const own = process.getuid?.();
  const owner = await stat(cluster).then(
    (found) => found,
    () => null,
  );
  if (own !== 0) {
    if (owner !== null && own !== undefined && owner.uid !== own) {
      throw new Error(
        `${cluster} belongs to user ${owner.uid}, not to you (${own}): start as that user or as root, or set another DATA_DIR.`,
      );
    }
    return {};
  }
  if (owner !== null && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ACCOUNTS) {
    const found = await lookUp(name);
    if (found !== null) return found;
    if (name === 'postgres' && (await create(name))) {
      log(`PostgreSQL does not run as root: created the system user ${name} for it`);
      const created = await lookUp(name);
      if (created !== null) return created;
    }
  }
  throw new Error(
    'PostgreSQL does not run as root and there is no user "postgres" or "nobody": create one, or start as another user.',
  );
}

async function lookUp(name: string): Promise<RunAs | null> {
  const [uid, gid] = await Promise.all([runAs({}, 'id', ['-u', name]), runAs({}, 'id', ['-g', name])]);
  return uid.code === 0 && gid.code === 0 ? { uid: Number(uid.output), gid: Number(gid.output) } : null;
}

async function create(name: string): Promise<boolean> {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name];
  return (await runAs({}, 'useradd', args)).code === 0;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { reachableBinaries } from '#platform/postgres/binaries';
import { freePort } from '#platform/postgres/free-port';
import { plainEnvironment, runAs } from '#platform/postgres/run-as';
import { serverUser } from '#platform/postgres/system-user';

export interface Standby {
  /** The owner's address of the replica's database, which only reads. */
  url: string;
  stop(): Promise<void>;
}

const READY = 'ready to accept read-only connections';

/**
 * A second server that follows the embedded one by streaming replication: a copy of its files while it runs, between the
 * marks that PostgreSQL asks for, then its log from there on.
 * @param home folder of the first server. @param to folder of the second, which must not be.
 */
export async function startStandby(url: string, home: string, to: string): Promise<Standby> {
  const quiet = () => undefined;
  const user = await serverUser(join(home, 'postgres'), quiet);
  const binaries = await reachableBinaries(user, quiet);
  await mkdir(to, { mode: 0o755 });
  const data = join(to, 'data');
  const primary = new pg.Client({ connectionString: url });
  await primary.connect();
  await primary.query(`select pg_backup_start('standby', true)`);
  await cp(join(home, 'postgres', 'data'), data, {
    recursive: true,
    filter: (path) => !path.endsWith('postmaster.pid'),
  });
  const { rows } = await primary.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await primary.end();
  await writeFile(join(data, 'backup_label'), rows[0]?.labelfile ?? '');
  await writeFile(join(data, 'standby.signal'), '');
  const { hostname, port, username, password } = new URL(url);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  if (user.uid !== undefined) await runAs({}, 'chown', ['-R', `${user.uid}:${user.gid}`, to]);
  await runAs({}, 'chmod', ['700', data]);
  const own = await freePort();
  const flags = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '120',
    // Without it vacuum on the first server cancels readers here.
    hot_standby_feedback: 'on',
    port: String(own),
  };
  const child = spawn(
    binaries.postgres,
    ['-D', data, ...Object.entries(flags).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...user, cwd: data, env: plainEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-4_000);
      if (printed.includes(READY)) resolve();
    });
    child.once('close', () => reject(new Error(`The standby ended:\n${printed}`)));
  });
  const address = new URL(url);
  address.port = String(own);
  return {
    url: address.href,
    async stop() {
      const ended = once(child, 'close');
      child.kill('SIGINT');
      await ended;
      await rm(to, { recursive: true, force: true });
    },
  };
}

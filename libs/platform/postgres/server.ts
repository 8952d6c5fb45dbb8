import { spawn, type ChildProcess } from 'node:child_process';
import type { Binaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import { plainEnvironment, type RunAs } from './run-as.js';

const READY = 'database system is ready to accept connections';
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/;
const WORTH_TELLING = / (WARNING|FATAL|PANIC): /;
/** What every stop and every start after a crash says to each client. */
const EXPECTED = /terminating connection|the database system is (starting up|shutting down|not yet accepting)/;
const ORDERLY_STOP_MS = 20_000;

const FLAGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  // Reading by worker processes, PostgreSQL's default, took three times as long for what the system keeps in memory
  // (docs/performance.md).
  io_method: 'sync',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
};

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

export interface RunningServer {
  pid: number;
  /** Settles when the server ends, for whatever reason, with its last lines. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

/** Starts the server and waits until it accepts connections (recovery after a crash included). */
export function startServer(
  binaries: Binaries,
  user: RunAs,
  cluster: Cluster,
  port: number,
  log: (line: string) => void,
): Promise<RunningServer> {
  const flags = Object.entries({ ...FLAGS, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', cluster.dataArgument, ...flags], {
    ...user,
    cwd: cluster.directory,
    env: plainEnvironment(),
    // A group of its own: Ctrl-C in the terminal must not stop the server before those who use it.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let last = '';
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', () => resolve(last.trim()));
  });
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      last = (last + text).slice(-2000);
      for (const line of text.split('\n')) if (WORTH_TELLING.test(line) && !EXPECTED.test(line)) log(line);
      if (last.includes(READY)) resolve({ pid: child.pid ?? 0, ended, stop: () => stop(child, ended) });
    });
    void ended.then((reason) =>
      reject(PORT_TAKEN.test(reason) ? new PortTaken(reason) : new Error(`PostgreSQL did not start: ${reason}`)),
    );
  });
}

/** Fast shutdown: connections are closed, everything is written. */
async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), ORDERLY_STOP_MS);
  await ended;
  clearTimeout(timer);
}

import { type Request } from 'autocannon';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { treeUse } from './process-tree.js';

export type Requests = readonly Request[];

export interface Load {
  /** Of each answer, in milliseconds. */
  times: number[];
  seconds: number;
  /** Processor time of the server's processes, in milliseconds. */
  serverMs: number;
  /** Of PostgreSQL's. */
  databaseMs: number;
  /** Resident memory of the server's processes after the load, in bytes. */
  rss: number;
}

interface Under {
  url: string;
  pid: number;
  databasePid: number;
}

/** Sends `requests` in turns over `connections` for `seconds`. @throws when an answer is no success. */
export async function load(
  { url, pid, databasePid }: Under,
  requests: Requests,
  connections: number,
  seconds: number,
): Promise<Load> {
  const child = fork(fileURLToPath(new URL('./load-process.js', import.meta.url)));
  const [server, database] = [await treeUse(pid), await treeUse(databasePid)];
  child.send({ url, connections, duration: seconds, requests: requests.map(withHost) });
  const [{ times, failed }] = (await once(child, 'message')) as [{ times: number[]; failed: number }];
  const [serverAfter, databaseAfter] = [await treeUse(pid), await treeUse(databasePid)];
  if (failed > 0 || times.length === 0) {
    throw new Error(`${failed} refusals or errors of ${times.length} answers: ${url}${requests[0]?.path ?? ''}`);
  }
  return {
    times,
    seconds,
    serverMs: serverAfter.cpuMs - server.cpuMs,
    databaseMs: databaseAfter.cpuMs - database.cpuMs,
    rss: serverAfter.rss,
  };
}

/** autocannon changes what it is given. */
function withHost(request: Request): Request {
  return { ...request, headers: { ...request.headers } };
}

/**
 * Full copies through the mirror (libs/client/mirror) into another PostgreSQL database, over HTTP and the whole chain of
 * checks, from one process of the API: first pages against last, memory of the API over the walk; at rest and while
 * writers keep publishing; each copy is compared with the server.
 *
 *   npm run build && npm run bench -- copy [notices] [folder of bench/scale.ts, kept and used again] [writers...]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createClient } from '#client/client';
import { synchronise } from '#client/mirror/loop';
import { openTarget } from '#client/mirror/open-target';
import { compareCopy } from './copy/same.js';
import { startWriters } from './copy/writers.js';
import { openScaleData } from './scale/data.js';
import { quantile, slope } from './scale/fit.js';
import { prepare } from './scale/prepare.js';
import type { ServerProcess } from './serve/server-process.js';
import { treeUse } from './serve/process-tree.js';
import { startApi } from './serve/sides.js';

const size = Number(process.argv[2] ?? 100_000);
const kept = process.argv[3];
const rounds = process.argv.length > 4 ? process.argv.slice(4).map(Number) : [0, 16];
/** Pages at each end of the walk (of a short one its halves), and between two looks at the API's memory. */
const END = 500;
const LOOK_EVERY = 100;

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const { postgres, urls } = await openScaleData(dataDir, [size]);
const url = urls.get(size) ?? '';
try {
  const [key = ''] = await prepare(url);
  console.log(
    '| writers | notices | seconds | notices/s | page: first 500 | last 500 of the copy | ratio | p99 | published meanwhile | API: MB at the 1,000th page | at the end | slope, kB a page | copy is the server |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|',
  );
  const api = await startApi(url);
  try {
    for (const writers of rounds) await copy(api, key, writers);
  } finally {
    await api.stop();
  }
} finally {
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}

async function copy(api: ServerProcess, key: string, count: number): Promise<void> {
  const to = await freshDatabase(postgres.url);
  const target = await openTarget(to);
  const writers = startWriters(url, count);
  const base = `${api.url}/api/v1`;
  const pages: number[] = [];
  const changes: number[] = [];
  const memory: [number, number][] = [];
  let received = 0;
  let asked = 0;
  try {
    const start = performance.now();
    const client = createClient({ base, cle: key });
    const timed: Pick<typeof client, 'walkAvis'> = {
      async walkAvis(query) {
        const before = performance.now();
        const page = await client.walkAvis(query);
        asked = performance.now() - before;
        return page;
      },
    };
    const run = () =>
      synchronise({
        ...{ client: timed, target, base, statut: 'tous' },
        beforePage: async () => {
          const page = pages.length + changes.length;
          if (page % LOOK_EVERY === 0) memory.push([page, (await treeUse(api.pid)).rss]);
        },
        onPage({ walk, size: notices }) {
          received += notices;
          (walk === 'copy' ? pages : changes).push(asked);
        },
      });
    await run();
    const seconds = (performance.now() - start) / 1_000;
    const published = writers.published();
    const ids = await writers.stop();
    // What was written after the walk of changes ended.
    await run();
    const { server, copy: copied, same } = await compareCopy(url, to);
    await remove(ids);
    // The first page also counts: it is none of the others.
    const end = Math.min(END, Math.floor(pages.length / 2) - 1);
    const [first, last] = [pages.slice(1, end + 1), pages.slice(-end - 1, -1)].map((ms) => quantile(ms, 0.5)) as [
      number,
      number,
    ];
    const settled = memory.filter(([page]) => page >= 1_000);
    const growth = slope(settled);
    const mb = (one: [number, number] | undefined) => ((one?.[1] ?? NaN) / 1e6).toFixed(0);
    const figures = [
      count,
      received,
      seconds.toFixed(0),
      (received / seconds).toFixed(0),
      first.toFixed(2),
      last.toFixed(2),
    ];
    console.log(
      `| ${[...figures, (last / first).toFixed(3), quantile(pages, 0.99).toFixed(1), published, mb(settled[0]), mb(memory.at(-1)), (growth / 1e3).toFixed(2), `${same ? 'yes' : 'NO'}: ${copied} of ${server}`].join(' | ')} |`,
    );
    console.log(
      JSON.stringify({
        benchmark: 'copy',
        size,
        writers: count,
        received,
        seconds,
        first,
        last,
        published,
        memory,
        growth,
        same,
        server,
        copied,
      }),
    );
  } finally {
    await writers.stop().catch(() => undefined);
    await target.close();
  }
}

async function remove(ids: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('delete from read.avis where id = any($1::uuid[])', [ids]);
  await owner.query('delete from write.historique where avis_id = any($1::uuid[])', [ids]);
  await owner.query('truncate write.a_noter');
  await owner.end();
}

/** An empty database for the copy, on the same server. */
async function freshDatabase(server: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query('drop database if exists copie');
  await admin.query('create database copie');
  await admin.end();
  const to = new URL(server);
  to.pathname = '/copie';
  return to.href;
}

/**
 * What a page of cursor mode costs at the end of a walk of many notices, against the first pages, on an embedded
 * database: pages of both ends are asked in turns, so that whatever else the machine does weighs on both.
 *
 *   npm run build && npm run bench -- walk [notices] [folder of bench/scale.ts, kept and used again]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readSessionAddress } from '#avis/read/session';
import { walkAvis } from '#avis/read/walk';
import type { Walk } from '#avis/read/walked';
import { apiAddress } from '#platform/database/api-address';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { SOURCES } from '#sources/registry';
import { MIGRATIONS } from '../migrations/index.js';
import { insertManyAvis } from './rows/avis.js';
import { openScaleData, type ScaleData } from './scale/data.js';

const TOTAL = Number(process.argv[2] ?? 200_000);
const kept = process.argv[3];
const PER_PAGE = 100;
/** Pages of each end; all of a shorter walk's half. */
const PAGES = 100;
const ROUNDS = 5;

const common = { filters: { source: SOURCES.map((one) => one.code) }, per_page: PER_PAGE, marginSeconds: 600 };
const WALKS: Record<string, Walk> = {
  'copy, statut=tous': { ...common, statut: 'tous' },
  'copy, statut=ouvert (one in eight)': { ...common, statut: 'ouvert' },
  updated_since: { ...common, updated_since: '2000-01-01T00:00:00.000000Z' },
};

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Positions of every page but the first, which also counts. */
async function positions(pool: pg.Pool, walk: Walk): Promise<{ after: string[]; notices: number }> {
  const after: string[] = [];
  let notices = 0;
  for (let at: string | undefined; ;) {
    const { served, next } = await walkAvis(pool, { ...walk, after: at });
    notices += served;
    if (next === null) return { after, notices };
    after.push(next);
    at = next;
  }
}

/** Kept data, or a database with nothing but notices. */
async function openData(dataDir: string): Promise<ScaleData> {
  if (kept !== undefined) return openScaleData(dataDir, [TOTAL]);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  await migrate(postgres.url, MIGRATIONS);
  const owner = new pg.Pool({ connectionString: postgres.url, max: 1 });
  await insertManyAvis(owner, TOTAL);
  await owner.end();
  return { postgres, urls: new Map([[TOTAL, postgres.url]]) };
}

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const { postgres, urls } = await openData(dataDir);
const pool = new pg.Pool({ connectionString: readSessionAddress(apiAddress(urls.get(TOTAL) ?? '')), max: 1 });
try {
  for (const [name, walk] of Object.entries(WALKS)) {
    const { after, notices } = await positions(pool, walk);
    // The last page may be short: it is left out.
    const whole = after.slice(0, -1);
    const pages = Math.min(PAGES, Math.floor(whole.length / 2));
    const first = whole.slice(0, pages);
    const last = whole.slice(-pages);
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (let page = 0; page < pages; page += 1) {
        for (const [end, list] of [first, last].entries()) {
          const started = performance.now();
          await walkAvis(pool, { ...walk, after: list[page] });
          times[end as 0 | 1].push(performance.now() - started);
        }
      }
    }
    const [begin, end] = times.map(median) as [number, number];
    console.log(
      `${name.padEnd(36)} ${String(notices).padStart(7)} notices, ${String(after.length + 1).padStart(5)} pages; a page: first ${begin.toFixed(2)} ms, last ${end.toFixed(2)} ms, ratio ${(end / begin).toFixed(3)}`,
    );
  }
} finally {
  await pool.end();
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}

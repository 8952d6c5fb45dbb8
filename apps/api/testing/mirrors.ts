import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { AvisSynchronise } from '#client/answers';
import { readLines } from '#client/mirror/lines';
import type { Position } from '#client/mirror/position';
import { createTestDatabase } from '#platform/testing/database';

export type Kind = 'postgres' | 'ndjson';

/** A place to mirror to, of its own, and what a test reads and damages there. */
export interface TestTarget {
  /** As `--to` takes it. */
  to: string;
  /** The copy as its user reads it, by id. */
  read(): Promise<Map<string, AvisSynchronise>>;
  /** Rewrites the position that the mirror left. */
  rewrite(change: (position: Position) => Position): Promise<void>;
  close(): Promise<void>;
}

export function createTarget(kind: Kind): Promise<TestTarget> {
  return kind === 'postgres' ? postgresTarget() : ndjsonTarget();
}

async function postgresTarget(): Promise<TestTarget> {
  const database = await createTestDatabase();
  const { pool } = database;
  return {
    to: database.url,
    async read() {
      const { rows } = await pool.query<{ id: string; version: string; statut: string; document: AvisSynchronise }>(
        'select id, version, statut, document from miroir_avis',
      );
      for (const { id, version, statut, document } of rows) expect(document).toMatchObject({ id, version, statut });
      return byId(rows.map((row) => row.document));
    },
    async rewrite(change) {
      const { rows } = await pool.query<{ position: Position }>('select position from miroir_etat');
      await pool.query('update miroir_etat set position = $1', [change(rows[0]!.position)]);
    },
    close: () => database.close(),
  };
}

async function ndjsonTarget(): Promise<TestTarget> {
  const folder = await mkdtemp(join(tmpdir(), 'miroir-'));
  const to = join(folder, 'avis.ndjson');
  return {
    to,
    async read() {
      const documents: AvisSynchronise[] = [];
      for await (const line of readLines(to)) documents.push(JSON.parse(line.toString()) as AvisSynchronise);
      return byId(documents);
    },
    async rewrite(change) {
      const { openJournal } = await import('#client/mirror/journal');
      const journal = await openJournal(`${to}.journal`);
      await journal.append({ position: change(journal.position!), avis: [] });
      await journal.close();
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function byId(documents: AvisSynchronise[]): Map<string, AvisSynchronise> {
  const copy = new Map(documents.map((document) => [document.id, document]));
  expect(copy.size).toBe(documents.length);
  return copy;
}

/** What the server holds: each notice as cursor mode serves it. */
export async function readServer(pool: pg.Pool): Promise<Map<string, AvisSynchronise>> {
  const { rows } = await pool.query<{ liste: string }>('select liste from read.avis');
  return byId(rows.map(({ liste }) => JSON.parse(liste) as AvisSynchronise));
}

/** How a copy differs from the server: what it misses, what it holds of an older version, what it should not hold. */
export function compare(
  copy: Map<string, AvisSynchronise>,
  server: Map<string, AvisSynchronise>,
  expected: (avis: AvisSynchronise) => boolean = (avis) => avis.statut === 'ouvert',
): { lost: number; stale: number; extra: number } {
  let lost = 0;
  let stale = 0;
  let extra = 0;
  for (const [id, avis] of server) if (expected(avis) && !copy.has(id)) lost += 1;
  for (const [id, avis] of copy) {
    const truth = server.get(id);
    if (truth === undefined) extra += 1;
    else if (JSON.stringify(sorted(truth)) !== JSON.stringify(sorted(avis))) stale += 1;
  }
  return { lost, stale, extra };
}

/** `jsonb` keeps no order of keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

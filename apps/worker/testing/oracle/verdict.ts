import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { AvisSynchronise } from '#client/answers';
import { type ChangedFields, changedFields } from '#avis/write/replay/changed-fields';
import { compare } from '../../../api/testing/mirrors.js';
import type { Batch } from './history.js';
import type { Reader } from './readers.js';

export interface ReaderResult {
  lost: number;
  stale: number;
  extra: number;
  /** Items whose version did not rise along a walk. */
  disorders: number;
  /** Retired notices that it was never told of. */
  retiredUnseen: number;
  syncs: number;
  received: number;
  failures: number;
}

/** What one mirror came to. @param copy what it holds. @param server what the service holds. */
export function judge(
  reader: Reader,
  copy: Map<string, AvisSynchronise>,
  server: Map<string, AvisSynchronise>,
): ReaderResult {
  const { disorders, syncs, received, failures } = reader.counts;
  const retired = [...server.values()].filter((one) => one.statut === 'retire');
  return {
    ...compare(copy, server, () => true),
    disorders,
    retiredUnseen: retired.filter((one) => !reader.retired.has(one.id)).length,
    syncs,
    received,
    failures,
  };
}

export interface ServerCounts {
  /** Versions stamped. */
  changes: number;
  notices: number;
  retired: number;
  /** Versions by what became of the notice and why. */
  history: Record<string, number>;
}

export async function countsOf(pool: pg.Pool): Promise<ServerCounts> {
  const { rows } = await pool.query<{ changes: number; notices: number; retired: number }>(
    `select (select count(*)::int from write.historique) as changes, count(*)::int as notices,
       count(*) filter (where statut = 'retire')::int as retired from read.avis`,
  );
  const { rows: kinds } = await pool.query<{ kind: string; n: number }>(
    `select concat_ws(' ', statut, motif_retrait, '<-', reason) as kind, count(*)::int as n
     from write.historique group by 1 order by 2 desc`,
  );
  return { ...rows[0]!, history: Object.fromEntries(kinds.map(({ kind, n }) => [kind, n])) };
}

/** A notice that is served otherwise than before, and how. */
export interface Changed {
  id: string;
  fields: ChangedFields;
}

export function changedIn(before: Map<string, AvisSynchronise>, after: Map<string, AvisSynchronise>): Changed[] {
  return [...after].flatMap(([id, is]) => {
    const was = before.get(id);
    return was?.version === is.version ? [] : [{ id, fields: changedFields(was ? { ...was } : null, { ...is }) }];
  });
}

/** Documents handed over that the archive does not hold, byte for byte. */
export async function unarchived(pool: pg.Pool, batches: readonly Batch[]): Promise<number> {
  const { rows } = await pool.query<{ hash: string }>(
    `select source || ' ' || encode(hash, 'hex') as hash from write.document`,
  );
  const kept = new Set(rows.map((row) => row.hash));
  const sent = batches.flatMap(({ source, publications }) =>
    publications.map((one) => `${source} ${createHash('sha256').update(JSON.stringify(one)).digest('hex')}`),
  );
  return sent.filter((one) => !kept.has(one)).length;
}

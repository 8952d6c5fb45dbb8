import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { normaliseBatch, type NormaliserOf } from './normalise.js';
import { projectBatch, type ProjectOptions } from './project.js';

export interface ReplayOptions extends ProjectOptions {
  normaliserOf: NormaliserOf;
  /** Told after each batch. */
  onProgress?: (counts: ReplayCounts) => void;
}

export interface ReplayCounts {
  documents: number;
  rejected: number;
  published: number;
}

const RETRY_MS = 200;

/**
 * Rebuilds everything after the archive. Meanwhile the served rows stay as they were; at the end those that come out
 * the same keep their version. Safe to kill: the stages go on by themselves, and calling it again starts anew.
 */
export async function replay(db: DataSource, options: ReplayOptions): Promise<ReplayCounts> {
  await startReplay(db);
  const counts: ReplayCounts = { documents: 0, rejected: 0, published: 0 };
  for (;;) {
    const { done, rejected } = await normaliseBatch(db, options.normaliserOf, options.limit);
    // Another process may hold the chains of the only source left.
    if (done === 0 && (await nothingWaits(db))) break;
    if (done === 0) await sleep(RETRY_MS);
    counts.documents += done;
    counts.rejected += rejected;
    options.onProgress?.(counts);
  }
  for (;;) {
    const { done, published } = await projectBatch(db, options);
    if (done === 0) break;
    counts.published += published;
    options.onProgress?.(counts);
  }
  return counts;
}

/** Forgets every fact and queues the whole archive. */
export async function startReplay(db: DataSource): Promise<void> {
  await db.transaction(async (manager) => {
    await manager.query('update write.state set replaying = true');
    await manager.query(
      'truncate write.a_projeter, write.publication, write.avis, write.attribution, write.rejection, write.a_normaliser',
    );
    await manager.query(
      'insert into write.a_normaliser (document_id, source) select id, source from write.document order by id',
    );
  });
}

async function nothingWaits(db: DataSource): Promise<boolean> {
  const rows = await db.query<unknown[]>('select from write.a_normaliser limit 1');
  return rows.length === 0;
}

import type { DataSource, EntityManager } from 'typeorm';
import { faultPoint } from '#platform/faults/fault-point';
import { openBatch } from './locks.js';
import { recalculateAcheteurs } from './recalculate-acheteurs.js';
import { recalculateContrats, type Recalculated } from './recalculate-contrats.js';
import { recalculatePrestataires } from './recalculate-prestataires.js';
import { type Objet, queueDue, settleWork, takeWork } from './recalculate-queue.js';

export interface RecalculateOptions {
  /** Most contracts of one batch. */
  limit: number;
  /** Address of the public site, without a final slash. */
  siteUrl: string;
  /** In Paris, `YYYY-MM-DD`. */
  today: string;
}

export interface RecalculateCounts {
  /** Rows taken from the queue. Zero: nothing to do. */
  done: number;
  /** Rows of read.* that changed. */
  changed: number;
  /** Rows that our own code failed on: kept in the queue with the error, tried again later. */
  failed: number;
}

/** A record of a contractor or a buyer may list 70 contracts, a contract is one text. */
const CONTRACTS_A_RECORD = 4;

/** Contracts before whom they concern: a thousand contracts of one buyer recalculate it once. */
const ORDER: readonly Objet[] = ['contrat', 'prestataire', 'acheteur'];

/** Takes one batch of queued contracts, or when none is left of contractors, then of buyers, and renders them again. */
export async function recalculateBatch(db: DataSource, options: RecalculateOptions): Promise<RecalculateCounts> {
  const counts = await db.transaction((manager) => recalculateWithin(manager, options));
  if (counts.done > 0) faultPoint('after-commit');
  return counts;
}

/** Queues what time alone changes. @returns how many records. */
export async function queueRecordsDue(db: DataSource, today: string): Promise<number> {
  return db.transaction((manager) => queueDue(manager, today));
}

async function recalculateWithin(manager: EntityManager, options: RecalculateOptions): Promise<RecalculateCounts> {
  await openBatch(manager);
  for (const objet of ORDER) {
    const limit = objet === 'contrat' ? options.limit : Math.max(1, Math.floor(options.limit / CONTRACTS_A_RECORD));
    const keys = await takeWork(manager, objet, limit);
    if (keys.length === 0) continue;
    const { changed, failures } = await recalculateObjects(manager, objet, keys, options);
    await settleWork(manager, objet, keys, failures);
    return { done: keys.length, changed, failed: failures.size };
  }
  return { done: 0, changed: 0, failed: 0 };
}

async function recalculateObjects(
  manager: EntityManager,
  objet: Objet,
  keys: readonly string[],
  options: RecalculateOptions,
): Promise<Recalculated> {
  if (objet === 'contrat') return recalculateContrats(manager, keys);
  return objet === 'prestataire'
    ? recalculatePrestataires(manager, keys, options)
    : recalculateAcheteurs(manager, keys, options);
}

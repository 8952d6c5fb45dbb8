import type { DataSource, EntityManager } from 'typeorm';
import { lockAllChains, lockMatching, openStage } from '../locks.js';
import { isDataError } from '../normalise-document.js';
import { disappearances, MassDisappearance } from './disappearances.js';
import { matchRebuiltWithin } from './match-rebuilt.js';
import { queueAffected } from './queue-affected.js';
import { normaliseMissing, type ReplayOptions } from './rebuild.js';
import { missing, rebuildWithin } from './rebuild-facts.js';
import { aloneInReplay, holdReplay, readReplay, type ReplayState } from './replay-state.js';
import { MATCHED, REBUILT } from './shadow-schema.js';

/** There is no replay whose facts could be put in force. */
export class NothingToApply extends Error {
  override readonly name = 'NothingToApply';
}

/** Another session holds the facts for too long, a dump for instance. Nothing has changed. */
export class FactsInUse extends Error {
  override readonly name = 'FactsInUse';
}

export interface ApplyOptions extends ReplayOptions {
  /** Although more notices would be gone than MASS_SHARE of what a source serves. */
  despiteDisappearances: boolean;
  /** Longest wait for each lock of the swap, in milliseconds. */
  lockTimeoutMs?: number;
}

/** Documents that the swap itself may normalise: its transaction makes the stages wait. */
const MOST_WITHIN_SWAP = 1_000;
const ATTEMPTS = 10;
const LOCK_TIMEOUT_MS = 15_000;
/** SQLSTATE of a transaction that PostgreSQL chose to end, and of a lock that was not given in time. */
const DEADLOCK = '40P01';
const LOCK_TIMEOUT = '55P03';

/**
 * Puts the rebuilt facts in force at once, whole, with what was archived since, and queues the notices that differ: the
 * ordinary projection stamps each whose served form changes, once. Killed before the swap it has changed nothing, after
 * it calling it again goes on.
 * @returns how many notices were queued. @throws NothingToApply, MassDisappearance, ReplayUnderWay, FactsInUse.
 */
export function applyReplay(db: DataSource, options: ApplyOptions): Promise<number> {
  return aloneInReplay(db, async () => {
    const replay = await readReplay(db);
    if (replay === null) throw new NothingToApply('no replay waits to be applied');
    if (replay.phase === 'rebuilding') throw new NothingToApply('the last replay did not end: its facts are not whole');
    if (replay.phase === 'compared') {
      const refused = (await disappearances(db, replay)).filter((one) => one.mass);
      if (refused.length > 0 && !options.despiteDisappearances) throw new MassDisappearance(refused);
      for (let attempt = 1; ; attempt += 1) {
        await normaliseMissing(db, replay, options);
        if (await swap(db, replay, options)) break;
        if (attempt === ATTEMPTS)
          throw new Error('documents arrive faster than they can be normalised: try again later');
      }
    }
    return queueAffected(db);
  });
}

/** @returns false when what has arrived meanwhile is too much, or needs to be tried one by one: outside the transaction. */
async function swap(db: DataSource, replay: ReplayState, options: ApplyOptions): Promise<boolean> {
  try {
    return await db.transaction((manager) => swapWithin(manager, replay, options));
  } catch (error) {
    const { code } = (error as { driverError?: { code?: string } }).driverError ?? {};
    if (isDataError(error) || code === DEADLOCK) return false;
    if (code === LOCK_TIMEOUT) throw new FactsInUse('another session holds the facts', { cause: error });
    throw error;
  }
}

async function swapWithin(manager: EntityManager, replay: ReplayState, options: ApplyOptions): Promise<boolean> {
  await openStage(manager);
  await holdReplay(manager, replay.id);
  await manager.query(
    `set local synchronous_commit to default; set local lock_timeout = ${options.lockTimeoutMs ?? LOCK_TIMEOUT_MS}`,
  );
  await lockAllChains(manager);
  await lockMatching(manager);
  const stretches = await missing(manager);
  if (stretches.reduce((sum, { documents }) => sum + documents, 0) > MOST_WITHIN_SWAP) return false;
  await rebuildWithin(manager, replay, stretches, options);
  await matchRebuiltWithin(manager, options.limit);
  // The archive too: dropping the old tables drops their references to it.
  await manager.query(`lock table ${['document', ...REBUILT, ...MATCHED].map((table) => `write.${table}`).join(', ')}`);
  for (const table of [...REBUILT, ...MATCHED]) await replaceTable(manager, table);
  await manager.query(
    `update write.source w set derniere_publication = s.derniere_publication from shadow.source s
     where s.code = w.code and w.code = any($1::text[])`,
    [replay.sources],
  );
  await manager.query(`update shadow.replay set phase = 'swapped'`);
  return true;
}

async function replaceTable(manager: EntityManager, table: (typeof REBUILT | typeof MATCHED)[number]): Promise<void> {
  await manager.query(`drop table write.${table}; alter table shadow.${table} set schema write`);
}

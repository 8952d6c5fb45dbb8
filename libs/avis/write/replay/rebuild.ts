import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { forgetUnchangedAttributions, queueUnknownAttributions } from './compare-attributions.js';
import { compareQueued, type CompareOptions, countToCompare, queueUnknown } from './compare.js';
import { queueAffected } from './queue-affected.js';
import { countToMatch, matchRebuilt } from './match-rebuilt.js';
import { missing, rebuildFacts, type RebuildOptions } from './rebuild-facts.js';
import { aloneInReplay, readReplay, type ReplayState } from './replay-state.js';
import { type ReplayScope, startReplay } from './start-replay.js';

export interface ReplayOptions extends RebuildOptions, CompareOptions {
  /** How long the worker is given to publish what it holds before its notices are compared nevertheless; 10 s when absent. */
  patienceMs?: number;
  onProgress?: (progress: ReplayProgress) => void;
}

export interface ReplayProgress {
  step: 'normalise' | 'match' | 'compare';
  /** Documents, then notices. */
  done: number;
  total: number;
}

/** Documents that arrive while the last ones are taken: after so many rounds the rest is left to the application. */
const ROUNDS = 10;
const PATIENCE_MS = 10_000;
const LOOK_EVERY_MS = 250;

/**
 * Rebuilds the facts from the archive beside those in force and compares what they give with what is served. The
 * service goes on meanwhile, and nothing of it changes: `applyReplay` does that. Killed, it leaves a schema that the next
 * one drops. @throws ReplayUnderWay, ReplayLost.
 */
export function rebuild(db: DataSource, scope: ReplayScope, options: ReplayOptions): Promise<ReplayState> {
  return aloneInReplay(db, async () => {
    // The facts of an earlier replay are in force: what it has not queued yet must not be forgotten.
    if ((await readReplay(db))?.phase === 'swapped') await queueAffected(db);
    const replay = await startReplay(db, scope);
    await normaliseMissing(db, replay, options);
    await db.transaction((manager) => queueUnknown(manager, replay));
    await compareAll(db, replay, options);
    await db.transaction((manager) => queueUnknownAttributions(manager, replay));
    await forgetUnchangedAttributions(db, replay, options);
    await db.transaction((manager) =>
      manager.query(
        `update shadow.rejection s set rejected_at = w.rejected_at from write.rejection w
         where w.document_id = s.document_id and w.reason = s.reason`,
      ),
    );
    await db.query(`update shadow.replay set phase = 'compared', compared_at = clock_timestamp() where id = $1`, [
      replay.id,
    ]);
    return (await readReplay(db)) ?? replay;
  });
}

/** Normalises and matches what is missing. @returns how many documents were taken. */
export async function normaliseMissing(db: DataSource, replay: ReplayState, options: ReplayOptions): Promise<number> {
  const stretches = await missing(db.manager);
  const total = stretches.reduce((sum, { documents }) => sum + documents, 0);
  let done = 0;
  await rebuildFacts(db, replay, stretches, options, (documents) => {
    done += documents;
    options.onProgress?.({ step: 'normalise', done, total });
  });
  const notices = await countToMatch(db);
  let matched = 0;
  await matchRebuilt(db, replay, options.limit, (count) => {
    matched += count;
    options.onProgress?.({ step: 'match', done: matched, total: Math.max(notices, matched) });
  });
  return total;
}

/** Compares until all is compared with what the worker has published, and nothing arrived meanwhile. */
async function compareAll(db: DataSource, replay: ReplayState, options: ReplayOptions): Promise<void> {
  let done = 0;
  let total = await countToCompare(db);
  const count = (notices: number) => {
    done += notices;
    options.onProgress?.({ step: 'compare', done, total: Math.max(total, done) });
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await compareQueued(db, replay, { ...options, waitingToo: false }, count);
    await letTheWorkerPublish(db, replay, options, count);
    const arrived = await normaliseMissing(db, replay, { ...options, onProgress: () => undefined });
    if (arrived === 0) break;
    total += await countToCompare(db);
  }
  const waiting = await compareQueued(db, replay, { ...options, waitingToo: true }, count);
  await db.query('update shadow.replay set waiting = $1 where id = $2', [waiting, replay.id]);
}

async function letTheWorkerPublish(
  db: DataSource,
  replay: ReplayState,
  options: ReplayOptions,
  count: (notices: number) => void,
): Promise<void> {
  const end = Date.now() + (options.patienceMs ?? PATIENCE_MS);
  while ((await countToCompare(db)) > 0 && Date.now() < end) {
    const compared = await compareQueued(db, replay, { ...options, waitingToo: false }, count);
    if (compared === 0) await sleep(LOOK_EVERY_MS);
  }
}

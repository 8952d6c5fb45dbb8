import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { deleteAvis, undeleteAvis } from '#avis/write/delete-avis';
import { CutUnderWay, cutSource, restoreSource } from '#avis/write/source-state';
import { ORACLE_SOURCES, randomOf } from './history.js';

/** An operator who deletes notices, takes some back, cuts sources and restores them, until stopped. */
export interface Operator {
  readonly counts: { cuts: number; restores: number; deletions: number; returns: number };
  /** Every source but the last one cut is served at the end. */
  stop(): Promise<void>;
}

const PAUSE_MS = 60;
const CUT_EVERY = 10;

export function startOperator(db: DataSource, seed: number): Operator {
  const random = randomOf(seed);
  const counts = { cuts: 0, restores: 0, deletions: 0, returns: 0 };
  const deleted: string[] = [];
  const state = { going: true };

  async function act(step: number): Promise<void> {
    const source = ORACLE_SOURCES[Math.floor(step / (2 * CUT_EVERY)) % ORACLE_SOURCES.length] ?? 'boamp';
    if (step % (2 * CUT_EVERY) === 0) {
      if ((await cutSource(db, source, 'oracle')).changed) counts.cuts += 1;
      return;
    }
    if (step % (2 * CUT_EVERY) >= CUT_EVERY && (await restored(db, source))) counts.restores += 1;
    const back = random() < 0.3 ? deleted.shift() : undefined;
    if (back !== undefined) {
      if (await undeleteAvis(db, back, null)) counts.returns += 1;
      return;
    }
    const [row] = await db.query<{ id: string }[]>(
      'select id from write.avis where id >= md5($1)::uuid and servable order by id limit 1',
      [String(random())],
    );
    if (row !== undefined && (await deleteAvis(db, row.id, 'oracle'))) {
      counts.deletions += 1;
      deleted.push(row.id);
    }
  }

  const acting = (async () => {
    for (let step = 0; state.going; step += 1) {
      // The database may be away: the operator goes on with something else.
      await act(step).catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  })();
  return {
    counts,
    async stop() {
      state.going = false;
      await acting;
    },
  };
}

async function restored(db: DataSource, source: (typeof ORACLE_SOURCES)[number]): Promise<boolean> {
  try {
    return (await restoreSource(db, source, 'oracle')).changed;
  } catch (error) {
    if (error instanceof CutUnderWay) return false;
    throw error;
  }
}

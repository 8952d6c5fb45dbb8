import type { DataSource } from 'typeorm';
import { aloneInReplay, readReplay } from './replay-state.js';
import { dropShadow } from './shadow-schema.js';

/** The facts of the replay are in force: it can only be finished. */
export class AlreadyInForce extends Error {
  override readonly name = 'AlreadyInForce';
}

/**
 * Drops what a replay rebuilt; what is served stays. @returns false when there was none.
 * @throws ReplayUnderWay, AlreadyInForce.
 */
export function abandonReplay(db: DataSource): Promise<boolean> {
  return aloneInReplay(db, async () => {
    const replay = await readReplay(db.manager);
    if (replay?.phase === 'swapped') throw new AlreadyInForce('its facts are in force');
    if (replay === null) return false;
    await db.transaction((manager) => dropShadow(manager));
    return true;
  });
}

import type { DataSource } from 'typeorm';
import { matchBatch } from './match/match-batch.js';
import { projectBatch } from './project.js';
import { applyReplay } from './replay/apply-replay.js';
import { rebuild, type ReplayOptions } from './replay/rebuild.js';

/**
 * A whole replay without anyone's word: rebuilds from the archive, puts the result in force whatever it is, and projects
 * it. @returns how many notices were stamped: none when the archive gives what is served.
 */
export async function replay(db: DataSource, options: ReplayOptions): Promise<{ published: number }> {
  await rebuild(db, {}, options);
  await applyReplay(db, { ...options, despiteDisappearances: true });
  while ((await matchBatch(db, options)).done > 0);
  let published = 0;
  for (;;) {
    const counts = await projectBatch(db, options);
    if (counts.done === 0) return { published };
    published += counts.published;
  }
}

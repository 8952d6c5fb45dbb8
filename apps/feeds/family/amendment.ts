import { Draws } from '../draws.js';
import { type WallClock } from '../facts/procedure.js';
import { keyOf, type Place, sourceOf, type Timeline } from '../timeline.js';
import { cellOf, seatOf } from './cell.js';
import { limiteOf } from './limite.js';
import { planOf } from './plan.js';

/** What its buyer changes in a procedure; each source hears of it, or does not, in its own time. */
export interface Amendment {
  /** Days after the procedure's appearance. */
  readonly afterDays: number;
  readonly limite: WallClock;
}

/** Invented, for what only platforms show; BOAMP's are planned, so that its corrections find what they correct. */
const AMENDED_ALONE = 0.06;
const WITHDRAWN_ALONE = 0.015;

export function amendmentOf(timeline: Timeline, root: Place): Amendment | null {
  const draws = new Draws(timeline.seed, `amende.${keyOf(root)}`);
  const amended =
    sourceOf(root) === 'boamp' ? planOf(timeline, cellOf(root)).amended === seatOf(root) : draws.chance(AMENDED_ALONE);
  if (!amended) return null;
  const limite = limiteOf(timeline, root);
  return { afterDays: draws.between(1, 12), limite: { day: limite.day + draws.between(4, 16), time: limite.time } };
}

/** Days after the procedure's appearance at which its buyer gives it up; null for those that go on. */
export function withdrawalOf(timeline: Timeline, root: Place): number | null {
  const draws = new Draws(timeline.seed, `retire.${keyOf(root)}`);
  const withdrawn =
    sourceOf(root) === 'boamp'
      ? planOf(timeline, cellOf(root)).withdrawn === seatOf(root)
      : draws.chance(WITHDRAWN_ALONE);
  return withdrawn ? draws.between(1, 20) : null;
}

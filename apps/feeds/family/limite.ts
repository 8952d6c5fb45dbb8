import { Draws } from '../draws.js';
import { appearance } from '../appearance.js';
import { drawLimite, type WallClock } from '../facts/procedure.js';
import { keyOf, type Place, type Timeline } from '../timeline.js';
import { isPlatform } from './seats.js';
import { sourceOf } from '../timeline.js';
import { nearOf } from './near.js';

/** Invented share of dynamic purchasing systems: one is open for ten years (docs/sources.md D.1: « 12 Avril 2033 »). */
const DYNAMIC = 0.01;

/** Whether a procedure that only platforms show is a dynamic purchasing system. */
export function isDynamic(timeline: Timeline, root: Place): boolean {
  return isPlatform(sourceOf(root)) && new Draws(timeline.seed, `dynamique.${keyOf(root)}`).chance(DYNAMIC);
}

/** The deadline of a procedure's first publication; cheaper than the whole procedure, and the same. */
export function limiteOf(timeline: Timeline, root: Place): WallClock {
  const near = nearOf(timeline, root);
  const shared = near !== null && near.role === 'second' && near.kind !== 'renewal' && near.kind !== 'relaunch';
  const lender = shared ? near.other : root;
  const limite = drawLimite(timeline.seed, keyOf(lender), appearance(timeline, lender));
  return near === null && isDynamic(timeline, root) ? { ...limite, day: limite.day + 3652 } : limite;
}

import { type SourceCode } from '#sources/registry';
import { Draws } from '../draws.js';
import { type Timeline } from '../timeline.js';
import { isAggregator } from './seats.js';

/** Blocks (days, or cycles of the clock) between a procedure's appearance elsewhere and here. Invented. */
const PLATFORM: readonly (readonly [number, number])[] = [
  [0, 50],
  [-1, 25],
  [-2, 10],
  [1, 15],
];
const AGGREGATOR: readonly (readonly [number, number])[] = [
  [0, 45],
  [1, 35],
  [2, 15],
  [3, 5],
];

/**
 * How many blocks after the gazettes a source shows the procedures of a cycle. Depends on no day, so that the way back
 * from a source's publication to its cell is as short as the way there.
 */
export function shiftOf(timeline: Timeline, cycle: number, source: SourceCode): number {
  const draws = new Draws(timeline.seed, `shift.${cycle}.${source}`);
  return draws.weighted(isAggregator(source) ? AGGREGATOR : PLATFORM);
}

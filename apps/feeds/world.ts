import { type Timeline } from './timeline.js';

/** What every route reads: the timeline and the present. */
export interface World {
  readonly timeline: Timeline;
  /** Milliseconds. */
  now(): number;
}

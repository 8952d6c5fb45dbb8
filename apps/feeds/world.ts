import { type Listings } from './listing/item.js';
import { type Timeline } from './timeline.js';

/** What every route reads: the timeline, the present, and what the sources other than the gazettes show. */
export interface World {
  readonly timeline: Timeline;
  readonly listings: Listings;
  /** Milliseconds. */
  now(): number;
}

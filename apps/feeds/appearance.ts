import { type Appearance } from './facts/procedure.js';
import { dayOfPlace, type Place, slotInstant, slotOf, type Timeline } from './timeline.js';

/** When a place's own procedure, if it begins one, appears. */
export function appearance(timeline: Timeline, place: Place): Appearance {
  const instant = place.series === 'growth' ? slotInstant(timeline, slotOf(place)) : null;
  return { day: dayOfPlace(timeline, place), instant };
}

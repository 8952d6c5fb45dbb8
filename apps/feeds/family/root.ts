import { target } from '../chain.js';
import { roleOf } from '../role.js';
import { Draws } from '../draws.js';
import { type Home } from '../facts/platforms.js';
import { type ListingSource } from '../listing/item.js';
import { numeroOf } from '../listing/numero.js';
import { keyOf, type Place, sourceOf, type Timeline } from '../timeline.js';
import { inBoth, partnerInBoamp } from '../twins.js';
import { type Cell, cellOf, isGazette, placeIn, seatOf } from './cell.js';
import { planOf } from './plan.js';
import { AGGREGATOR_SEATS, GAZETTE_SEATS, isAggregator, PLATFORM_SEATS } from './seats.js';
import { seatAt } from '../cycle.js';
import { shiftOf } from './shift.js';

/**
 * The place whose procedure a listing source's publication shows: a place of BOAMP or TED that begins a procedure, or a
 * place of a listing source, its own or another's, for those that no gazette has.
 */
export function rootOf(timeline: Timeline, place: Place): Place {
  return isAggregator(sourceOf(place)) ? repeated(timeline, place) : carried(timeline, place);
}

/** Where the platform of a gazette's procedure shows it; null for a buyer with a site of its own. */
export function homeOf(timeline: Timeline, root: Place): Home | null {
  const place = isGazette(root) ? platformPlace(timeline, root) : root;
  if (place === null || isAggregator(sourceOf(place))) return null;
  return { source: sourceOf(place) as ListingSource, numero: numeroOf(timeline, place) };
}

function platformPlace(timeline: Timeline, root: Place): Place | null {
  const cell = cellOf(root);
  const seat = planOf(timeline, cell).homes.get(seatOf(root));
  return seat === undefined ? null : placeIn(timeline, cell, seat, shiftOf(timeline, cell.cycle, seatAt(seat).source));
}

/** The cell whose procedures a listing source's publication shows. */
export function cellShown(timeline: Timeline, place: Place): Cell {
  const cell = cellOf(place);
  return { ...cell, block: cell.block - shiftOf(timeline, cell.cycle, sourceOf(place)) };
}

function carried(timeline: Timeline, place: Place): Place {
  const cell = cellShown(timeline, place);
  const gazette = planOf(timeline, cell).guests.get(seatOf(place));
  const guest = gazette === undefined ? null : placeIn(timeline, cell, gazette);
  return guest !== null && beginsProcedure(timeline, guest) ? guest : place;
}

/** Invented: how often an aggregator repeats what other aggregators repeat too, a gazette, a platform, or nobody. */
const POPULAR = 0.6;
const OF_A_GAZETTE = 0.6;
const OF_A_PLATFORM = 0.9;

/** No aggregator shows a procedure twice, and no procedure has more than two of them. */
function repeated(timeline: Timeline, place: Place): Place {
  const cell = cellShown(timeline, place);
  const { rank, source } = seatAt(place.position);
  const aggregator = AGGREGATORS.indexOf(source);
  const draws = new Draws(timeline.seed, `repeats.${keyOf(place)}`);
  const { popular } = planOf(timeline, cell);
  if (Math.abs(cell.block + rank) % AGGREGATORS.length !== aggregator && draws.chance(POPULAR)) {
    const place = placeIn(timeline, cell, popular[rank] as number);
    if (place !== null && beginsProcedure(timeline, place)) return place;
  }
  const mine = (seat: number, index: number): boolean =>
    index % (2 * AGGREGATORS.length) === 2 * aggregator + rank && !popular.includes(seat);
  const choice = draws.unit();
  if (choice > OF_A_PLATFORM) return place;
  const seats = choice < OF_A_GAZETTE ? GAZETTE_SEATS.filter(mine) : [];
  for (const seat of [...seats, ...draws.some(PLATFORM_SEATS.filter(mine), 2)]) {
    const candidate = anchorIn(timeline, cell, seat);
    if (candidate !== null) return candidate;
  }
  return place;
}

const AGGREGATORS = [...new Set(AGGREGATOR_SEATS.map((seat) => seatAt(seat).source))];

/** The place at a gazette's or a platform's seat when a procedure begins there. */
function anchorIn(timeline: Timeline, cell: Cell, seat: number): Place | null {
  if (GAZETTE_SEATS.includes(seat)) {
    const place = placeIn(timeline, cell, seat);
    return place !== null && beginsProcedure(timeline, place) ? place : null;
  }
  // What a gazette has is repeated from there.
  if (planOf(timeline, cell).guests.has(seat)) return null;
  return placeIn(timeline, cell, seat, shiftOf(timeline, cell.cycle, seatAt(seat).source));
}

/** Whether a place of a gazette is the first publication of a procedure, and not the copy of the other gazette's. */
export function beginsProcedure(timeline: Timeline, place: Place): boolean {
  if (sourceOf(place) === 'boamp') return target(timeline, place, roleOf(timeline, place)) === null;
  const partner = partnerInBoamp(timeline, place);
  if (partner === null) return true;
  return !inBoth(timeline, keyOf(target(timeline, partner, roleOf(timeline, partner)) ?? partner));
}

import { drawLimite } from '../facts/procedure.js';
import { roleOf } from '../role.js';
import { appearance } from '../appearance.js';
import { type Day } from '../calendar.js';
import { seatAt } from '../cycle.js';
import { Draws } from '../draws.js';
import { dayOfPlace, keyOf, type Place, sourceOf, type Timeline } from '../timeline.js';
import { type Cell, cellOf, placeIn, seatOf } from './cell.js';
import { type NearHere, type Pair, planOf } from './plan.js';
import { PLATFORM_SEATS, isPlatform } from './seats.js';
import { shiftOf } from './shift.js';

/** Kinds of procedures that look like another and are not it (docs/feeds.md). */
export type NearKind = NearHere | 'renewal' | 'relaunch';

export interface Near {
  readonly kind: NearKind;
  /** Of the two, the one that lends what both have, or the one that resembles it. */
  readonly role: 'first' | 'second';
  readonly other: Place;
}

/** Another procedure that one resembles without being it; null for most. Both say so of each other, renewals only once. */
export function nearOf(timeline: Timeline, root: Place): Near | null {
  const cell = cellOfRoot(timeline, root);
  if (cell === null) return null;
  const seat = seatOf(root);
  const plan = planOf(timeline, cell);
  if (isPlatform(sourceOf(root)) && plan.guests.has(seat)) return null;
  const pair = plan.pairs.find(({ first, second }) => first === seat || second === seat);
  if (pair !== undefined) return paired(timeline, cell, seat, pair);
  return plan.renews ? renewed(timeline, root, cell) : null;
}

/** The cell in which a root's seat is: its own for BOAMP, some blocks before for platforms; null for those never near. */
export function cellOfRoot(timeline: Timeline, root: Place): Cell | null {
  const cell = cellOf(root);
  const source = sourceOf(root);
  if (source === 'boamp') return cell;
  return isPlatform(source) ? { ...cell, block: cell.block - shiftOf(timeline, cell.cycle, source) } : null;
}

function paired(timeline: Timeline, cell: Cell, seat: number, { kind, first, second }: Pair): Near | null {
  const role = seat === first ? 'first' : 'second';
  const [one, other] = [seat, role === 'first' ? second : first].map((at) => rootAt(timeline, cell, at));
  return one == null || other == null ? null : { kind, role, other };
}

/** A root at a seat; BOAMP's only where the role says so, which costs no search for what it would follow. */
function rootAt(timeline: Timeline, cell: Cell, seat: number): Place | null {
  const { source } = seatAt(seat);
  if (source !== 'boamp') return placeIn(timeline, cell, seat, shiftOf(timeline, cell.cycle, source));
  const place = placeIn(timeline, cell, seat);
  return place !== null && roleOf(timeline, place).kind === 'initial' ? place : null;
}

/** Invented shares of the procedures in half of the cells. */
const RENEWS = 0.1;
const IS_A_RELAUNCH = 0.4;
/** Days back: a relaunch follows a short call; a « yearly » renewal lies as far back as a window of six weeks allows. */
const BACK: Readonly<Record<'renewal' | 'relaunch', readonly [number, number]>> = {
  renewal: [14, 40],
  relaunch: [18, 32],
};
const TRIES = 60;

function renewed(timeline: Timeline, root: Place, cell: Cell): Near | null {
  const draws = new Draws(timeline.seed, `renews.${keyOf(root)}`);
  if (!draws.chance(RENEWS)) return null;
  const kind = draws.chance(IS_A_RELAUNCH) ? 'relaunch' : 'renewal';
  const day = dayOfPlace(timeline, root);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const other = { series: 'base' as const, block: day - draws.between(...BACK[kind]), position: root.position };
    if (other.position >= timeline.perDay || (kind === 'relaunch' && !over(timeline, other, day))) continue;
    if (renewable(timeline, cell, other)) return { kind, role: 'second', other };
  }
  return null;
}

function over(timeline: Timeline, other: Place, day: Day): boolean {
  return drawLimite(timeline.seed, keyOf(other), appearance(timeline, other)).day < day;
}

/** A plain procedure with the same platform, as a buyer rarely changes it. */
function renewable(timeline: Timeline, cell: Cell, other: Place): boolean {
  const there = cellOfRoot(timeline, other) as Cell;
  const seat = seatOf(other);
  const [before, now] = [planOf(timeline, there), planOf(timeline, cell)];
  if (before.renews || before.pairs.some(({ first, second }) => first === seat || second === seat)) return false;
  if (PLATFORM_SEATS.includes(seat)) return !before.guests.has(seat);
  return (
    roleOf(timeline, other).kind === 'initial' && platformOf(before.homes.get(seat)) === platformOf(now.homes.get(seat))
  );
}

function platformOf(seat: number | undefined): string | null {
  return seat === undefined ? null : seatAt(seat).source;
}

import { type Day } from './calendar.js';
import { CYCLE, EUROPEAN, NATIONAL, POSITIONS } from './cycle.js';
import { Draws } from './draws.js';
import { amendmentOf, withdrawalOf } from './family/amendment.js';
import { cellOf, placeIn } from './family/cell.js';
import { limiteOf } from './family/limite.js';
import { planOf } from './family/plan.js';
import { type NoticeKind, type Role, roleOf } from './role.js';
import { dayOfPlace, keyOf, type Place, placeOfSlot, slotInstant, type Timeline } from './timeline.js';

/** Days between a notice and the publications that follow it. */
const LAGS: Record<Exclude<NoticeKind, 'initial'>, readonly [number, number]> = {
  correction: [1, 12],
  cancellation: [1, 20],
  attribution: [30, 95],
};
/** Notices with a short delay are awarded soon, so that a window of six weeks holds tenders and their awards. */
const SOON: readonly [number, number] = [12, 30];
const AWARDED_SOON = 0.6;
const TRIES = 24;
/** Cycles of the clock; near ones are likelier, so that what appeared minutes ago is corrected while one watches. */
const MOST_BLOCKS_BACK = 400;
/** Most corrections and cancellations concern what the buyer's platform changes too; the others reach BOAMP alone. */
const PLANNED = 0.75;
/** Days that a correction may lie from the platform's. */
const TOGETHER = 4;

/** The initial notice that a following publication cites; null when it cannot follow any, and is initial itself. */
export function target(timeline: Timeline, place: Place, role: Role): Place | null {
  if (role.kind === 'initial') return null;
  const draws = new Draws(timeline.seed, `target.${keyOf(place)}`);
  const day = dayOfPlace(timeline, place);
  const lag = role.kind === 'attribution' && draws.chance(AWARDED_SOON) ? SOON : LAGS[role.kind];
  const planned = role.kind !== 'attribution' && draws.chance(PLANNED);
  for (let attempt = 0; attempt < (planned ? 4 * TRIES : TRIES); attempt++) {
    const drawn = drawCandidate(timeline, draws, place, day, role, lag);
    const candidate = planned && drawn !== null ? plannedNear(timeline, drawn, role) : drawn;
    if (candidate === null || !follows(timeline, candidate, day, role)) continue;
    if (!planned || day - dayOfPlace(timeline, candidate) <= latest(timeline, candidate, role)) return candidate;
  }
  return null;
}

function drawCandidate(
  timeline: Timeline,
  draws: Draws,
  place: Place,
  day: Day,
  role: Role,
  lag: readonly [number, number],
): Place | null {
  const rank = role.shape === 'EFORMS' ? draws.between(0, EUROPEAN - 1) : EUROPEAN + draws.between(0, NATIONAL - 1);
  const within = POSITIONS.boamp[rank] as number;
  const recent = place.series === 'growth' && role.kind !== 'attribution' && draws.chance(0.4);
  if (recent) {
    const slot = (place.block - Math.floor(MOST_BLOCKS_BACK ** draws.unit())) * CYCLE + within;
    return slotInstant(timeline, slot) > timeline.start ? placeOfSlot(slot) : null;
  }
  const block = day - draws.between(...lag);
  const position = draws.between(0, Math.floor((timeline.perDay - 1) / CYCLE)) * CYCLE + within;
  return position < timeline.perDay ? { series: 'base', block, position } : null;
}

/** The procedure of the same cell that its plan amends or withdraws. */
function plannedNear(timeline: Timeline, drawn: Place, role: Role): Place | null {
  const cell = cellOf(drawn);
  const { amended, withdrawn } = planOf(timeline, cell);
  const seat = role.kind === 'correction' ? amended : withdrawn;
  return seat === null ? null : placeIn(timeline, cell, seat);
}

/** Days after its appearance at which news of a planned change may still come. */
function latest(timeline: Timeline, candidate: Place, role: Role): number {
  const after =
    role.kind === 'correction' ? amendmentOf(timeline, candidate)?.afterDays : withdrawalOf(timeline, candidate);
  return (after ?? 0) + TOGETHER;
}

function follows(timeline: Timeline, candidate: Place, day: Day, role: Role): boolean {
  const initial = roleOf(timeline, candidate);
  if (initial.kind !== 'initial') return false;
  // No sample shows how MAPA corrections, cancellations and awards are written: none is invented.
  if (initial.shape === 'MAPA' || (initial.shape === 'EFORMS') !== (role.shape === 'EFORMS')) return false;
  const limite = limiteOf(timeline, candidate);
  return role.kind === 'attribution' ? limite.day < day : limite.day > day;
}

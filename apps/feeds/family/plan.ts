import { Draws } from '../draws.js';
import { POSITIONS, seatAt } from '../cycle.js';
import { PLATFORM_WEIGHTS } from '../facts/platforms.js';
import { type ListingSource } from '../listing/item.js';
import { type Timeline } from '../timeline.js';
import { type Cell, cellName } from './cell.js';
import { GAZETTE_SEATS, PLATFORM_SEATS } from './seats.js';

/** Two procedures of one cell that look alike and are not the same. */
export type NearHere = 'sister_lots' | 'generic_title' | 'generic_buyer' | 'same_reference';

export interface Pair {
  readonly kind: NearHere;
  readonly first: number;
  readonly second: number;
}

/** Who shows whose procedure in one cell, all by seat. */
export interface Plan {
  /** Gazette's seat → the seat of the platform that carries its procedure, if it begins one. */
  readonly homes: ReadonlyMap<number, number>;
  /** The same, backwards. */
  readonly guests: ReadonlyMap<number, number>;
  readonly pairs: readonly Pair[];
  /** BOAMP's seat whose procedure is amended on the platform (and mostly in BOAMP), or withdrawn. */
  readonly amended: number | null;
  readonly withdrawn: number | null;
  /** Procedures that several aggregators repeat: one for each rank of their seats. */
  readonly popular: readonly number[];
  /** Renewals are in the cells of one half and renew procedures of the other: none renews a renewal. */
  readonly renews: boolean;
}

/** Measured: 28 % of the profile addresses are the buyer's own domain. */
const OWN_SITE = 0.28;
/** Shares of cells below are invented. */
const SISTERS = 0.25;
const PAIRED: readonly (readonly [NearHere | null, number])[] = [
  ['sister_lots', 15],
  ['generic_title', 15],
  ['generic_buyer', 8],
  ['same_reference', 12],
  [null, 50],
];
const AMENDED = 0.9;
const WITHDRAWN = 0.05;

const NATIONAL_SEATS = POSITIONS.boamp.slice(3);

const memory = new WeakMap<Timeline, Map<string, Plan>>();
/** A plan is drawn in microseconds; a few are kept because neighbours ask for the same. */
const MOST_KEPT = 2000;

export function planOf(timeline: Timeline, cell: Cell): Plan {
  const kept = memory.get(timeline) ?? new Map<string, Plan>();
  memory.set(timeline, kept);
  const name = cellName(cell);
  let plan = kept.get(name);
  if (plan === undefined) {
    plan = drawPlan(new Draws(timeline.seed, `plan.${name}`));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(name, plan);
  }
  return plan;
}

function drawPlan(draws: Draws): Plan {
  const sisters = draws.chance(SISTERS) ? drawSisters(draws) : null;
  const homes = drawHomes(draws, sisters);
  const guests = new Map([...homes].map(([gazette, platform]) => [platform, gazette]));
  const kind = draws.weighted(PAIRED);
  const alone = kind === null ? null : drawAlone(draws, kind, guests);
  return {
    homes,
    guests,
    pairs: [...(sisters === null ? [] : [sisters.pair]), ...(alone === null ? [] : [alone])],
    amended: draws.chance(AMENDED) ? draws.pick(POSITIONS.boamp) : null,
    withdrawn: draws.chance(WITHDRAWN) ? draws.pick(POSITIONS.boamp) : null,
    popular: draws.some(POSITIONS.boamp, 2),
    renews: draws.chance(0.5),
  };
}

interface Sisters {
  readonly pair: Pair;
  readonly platform: ListingSource;
}

/** Two lots of one purchase, each published in BOAMP as a procedure of its own, on the same platform. */
function drawSisters(draws: Draws): Sisters {
  const [first, second] = draws.some(NATIONAL_SEATS, 2) as [number, number];
  return { pair: { kind: 'sister_lots', first, second }, platform: draws.weighted(PLATFORM_WEIGHTS) };
}

function drawHomes(draws: Draws, sisters: Sisters | null): Map<number, number> {
  const homes = new Map<number, number>();
  const left = new Map(PLATFORM_WEIGHTS.map(([platform]) => [platform, [...POSITIONS[platform]]]));
  const settle = (gazette: number, platform: ListingSource): void => {
    const seat = left.get(platform)?.shift();
    if (seat !== undefined) homes.set(gazette, seat);
  };
  if (sisters !== null) {
    settle(sisters.pair.first, sisters.platform);
    settle(sisters.pair.second, sisters.platform);
  }
  for (const gazette of GAZETTE_SEATS) {
    if (homes.has(gazette)) continue;
    const free = PLATFORM_WEIGHTS.filter(([platform]) => (left.get(platform) as number[]).length > 0);
    if (!draws.chance(OWN_SITE)) settle(gazette, draws.weighted(free));
  }
  return homes;
}

/** Two procedures that only platforms show. */
function drawAlone(draws: Draws, kind: NearHere, guests: ReadonlyMap<number, number>): Pair | null {
  const free = PLATFORM_SEATS.filter((seat) => !guests.has(seat));
  const first = draws.pick(free);
  const here = seatAt(first).source;
  const others = free.filter((seat) => seat !== first && (kind === 'sister_lots') === (seatAt(seat).source === here));
  return others.length === 0 ? null : { kind, first, second: draws.pick(others) };
}

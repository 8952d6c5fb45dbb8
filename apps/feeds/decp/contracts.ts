import type { Registre } from '#contrats/registres';
import { type Day, parisWall } from '../calendar.js';
import { Draws } from '../draws.js';
import { type Timeline } from '../timeline.js';

/**
 * One contract's place in the registers. `base`: so many a day in the days before the start; `growth`: one every
 * `GROWTH_SLOTS` publications of the notices after it. Anchored on the calendar, as the notices are (timeline.ts).
 */
export interface ContractPlace {
  readonly series: 'base' | 'growth';
  /** The day on which it is published. */
  readonly day: Day;
  /** Base: its rank in the day. Growth: its slot. */
  readonly rank: number;
}

/** Registers go back four years; less for small sizes, one contract a day at least. */
const MOST_DAYS = 1460;
/** For twelve new notices one contract. */
const GROWTH_SLOTS = 12;
/** Files are published anew once a minute: an edition's bytes never change. */
const EDITION_MS = 60_000;

/** Who publishes a contract first; `decp_minef` stands for the platforms that deliver to the consolidated file alone. */
const PRODUCERS: readonly (readonly [Registre, number])[] = [
  ['pes_marche', 45],
  ['aife_dume', 30],
  ['decp_minef', 25],
];
/** Of what the two others publish, the consolidated file repeats this much. */
const CONSOLIDATED_SHARE = 0.8;

/** The instant (milliseconds) of the edition in force. */
export function editionOf(timeline: Timeline, now: number): number {
  return Math.max(timeline.start, Math.floor(now / EDITION_MS) * EDITION_MS);
}

/** The days of the base series: `missing` ranks of the first one stay invisible. */
function daysOf({ size, lastDay }: Timeline): { firstDay: Day; perDay: number; missing: number } {
  const days = Math.min(MOST_DAYS, size);
  const perDay = Math.ceil(size / days);
  const firstDay = lastDay - Math.ceil(size / perDay) + 1;
  return { firstDay, perDay, missing: perDay * (lastDay - firstDay + 1) - size };
}

/** Whether a contract is of the first quarter of the days, which registers published in format 2019. */
export function isOld(timeline: Timeline, place: ContractPlace): boolean {
  const { firstDay } = daysOf(timeline);
  return place.day < firstDay + (timeline.lastDay - firstDay + 1) / 4;
}

/** Contracts published up to an edition, oldest first; one by one, none is kept. `timeline.size` of them at the start. */
export function* contractPlaces(timeline: Timeline, edition: number): Generator<ContractPlace> {
  const { lastDay, growthSeconds, start } = timeline;
  const { firstDay, perDay, missing } = daysOf(timeline);
  for (let day = firstDay; day <= lastDay; day++) {
    for (let rank = day === firstDay ? missing : 0; rank < perDay; rank++) yield { series: 'base', day, rank };
  }
  const step = growthSeconds * GROWTH_SLOTS * 1000;
  if (step === 0) return;
  for (let slot = Math.floor(start / step) + 1; slot * step <= edition; slot++) {
    yield { series: 'growth', day: parisWall(slot * step).day, rank: slot };
  }
}

/** Unique among the contracts of a seed. */
export function contractKey({ series, day, rank }: ContractPlace): string {
  return series === 'base' ? `contrat.${day}.${rank}` : `contrat.g.${rank}`;
}

export function producerOf(seed: number, place: ContractPlace): Registre {
  return new Draws(seed, `producteur.${contractKey(place)}`).weighted(PRODUCERS);
}

/** Whether the consolidated register holds it. */
export function isConsolidated(seed: number, place: ContractPlace): boolean {
  return (
    producerOf(seed, place) === 'decp_minef' ||
    new Draws(seed, `consolide.${contractKey(place)}`).chance(CONSOLIDATED_SHARE)
  );
}

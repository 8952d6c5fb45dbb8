import { type SourceCode, sourceOf } from '#sources/registry';
import { POSITIONS, SEATS } from '../cycle.js';

export function isAggregator(source: SourceCode): boolean {
  return sourceOf(source)?.type === 'agrégateur';
}

export function isPlatform(source: SourceCode): boolean {
  return sourceOf(source)?.type === 'plateforme';
}

function seatsWhere(holds: (source: SourceCode) => boolean): readonly number[] {
  return SEATS.flatMap((seat, position) => (holds(seat.source) ? [position] : []));
}

export const GAZETTE_SEATS: readonly number[] = [...POSITIONS.boamp, ...POSITIONS.ted];
export const PLATFORM_SEATS = seatsWhere(isPlatform);
export const AGGREGATOR_SEATS = seatsWhere(isAggregator);

import { SOURCES, type SourceCode } from '#sources/registry';

/** One publication's place in a cycle: whose it is, and its rank among that source's own. */
export interface Seat {
  readonly source: SourceCode;
  readonly rank: number;
}

/** Of BOAMP's seats, the first three hold European notices; TED's seat of the same rank repeats them. */
export const EUROPEAN = 3;
export const NATIONAL = 6;
const SEATS_OF: Readonly<Partial<Record<SourceCode, number>>> = { boamp: EUROPEAN + NATIONAL, ted: EUROPEAN };
/** Each of the sixteen others. */
const USUAL_SEATS = 2;

/** The seats of a cycle, each source's own spread evenly over it. */
export const SEATS: readonly Seat[] = SOURCES.flatMap(({ code }) => seatsOf(code))
  .sort((a, b) => a.at - b.at)
  .map(({ source, rank }) => ({ source, rank }));

/** How many publications a cycle holds. */
export const CYCLE = SEATS.length;

/** Positions in the cycle of each source's seats, by rank. */
export const POSITIONS: Readonly<Record<SourceCode, readonly number[]>> = Object.fromEntries(
  SOURCES.map(({ code }) => [code, SEATS.flatMap((seat, position) => (seat.source === code ? [position] : []))]),
) as unknown as Record<SourceCode, readonly number[]>;

function seatsOf(source: SourceCode): (Seat & { at: number })[] {
  const count = SEATS_OF[source] ?? USUAL_SEATS;
  return Array.from({ length: count }, (_, rank) => ({ source, rank, at: (rank + 0.5) / count }));
}

export function seatAt(position: number): Seat {
  return SEATS[position % CYCLE] as Seat;
}

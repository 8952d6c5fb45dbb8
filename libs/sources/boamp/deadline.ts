import { DateTime } from 'luxon';
import { type Cleaned, firstCleaned, kept } from '../values/cleaned.js';
import { deadlineInstant, instant, parisWallClock } from '../values/date.js';
import { scalar, scalarAt } from './json.js';
import type { BoampRecord } from './record.js';
import type { Shape } from './shape.js';

/**
 * The deadline of a record (docs/sources.md, D.1): `gestion.INDEXATION.DATE_LIMITE_REPONSE`, whose first 19 characters are
 * Paris time in the national shapes and whose offset is right in eForms; else the shape's own element, read alike; else
 * the flat field, which labels Paris time as UTC in FNSimple and MAPA, counts UTC+1 all year in classic, is true in eForms.
 * @param own the deadline inside `donnees`, as written there.
 */
export function deadline(record: BoampRecord, shape: Exclude<Shape, 'EFORMS'>, own: unknown): Cleaned<string> {
  return firstCleaned(
    () => parisWallClock(indexed(record)),
    () => parisWallClock(scalar(own)),
    () => flatAsParis(scalarAt(record.flat, 'datelimitereponse'), shape === 'classic' ? 1 : 0),
  );
}

/** The same for eForms. @param own the earliest deadline of the lots, already an instant in UTC. */
export function eformsDeadline(record: BoampRecord, own: string | null): Cleaned<string> {
  return firstCleaned(
    () => deadlineInstant(indexed(record)),
    () => kept(own),
    () => instant(scalarAt(record.flat, 'datelimitereponse')),
  );
}

function indexed(record: BoampRecord): unknown {
  return scalarAt(record.gestion, 'INDEXATION.DATE_LIMITE_REPONSE');
}

/** The flat value's UTC clock, moved by the hours that the gazette counted, is the clock in Paris. */
function flatAsParis(flat: string | number | null, hours: number): Cleaned<string> {
  const read = instant(flat);
  if (read.value === null) return read;
  return parisWallClock(DateTime.fromISO(read.value, { zone: 'utc' }).plus({ hours }).toISO({ includeOffset: false }));
}

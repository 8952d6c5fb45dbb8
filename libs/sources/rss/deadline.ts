import { type Cleaned, kept } from '../values/cleaned.js';
import { frenchDate, frenchInstant, frenchTime } from '../values/french-date.js';

/**
 * The instant of « Date limite », its time taken from « Heure limite » where it has none; a day alone means its end in Paris.
 * @returns RFC 3339 in UTC.
 */
export function deadline(date: string | undefined, time: string | undefined): Cleaned<string> {
  const read = frenchDate(date);
  if (read.value === null) return { value: null, anomaly: read.anomaly };
  if (read.value.heure !== null || time === undefined) return frenchInstant(read.value);
  const heure = frenchTime(time);
  const day = frenchInstant({ jour: read.value.jour, heure: heure.value });
  return heure.anomaly === null || day.value === null ? day : { ...kept(day.value), anomaly: heure.anomaly };
}

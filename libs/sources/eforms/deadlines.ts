import { type Cleaned, firstCleaned, kept } from '../values/cleaned.js';
import { deadlineInstant } from '../values/date.js';
import { inExtension } from './extension.js';
import { codeOf } from './language.js';
import type { EformsNode } from './node.js';

/** Where a lot tells until when one may answer: offers, candidatures, expressions of interest, in this order. */
function periodsOf(lot: EformsNode): (EformsNode | null | undefined)[] {
  const process = lot.first('cac:TenderingProcess');
  return [
    process?.first('cac:TenderSubmissionDeadlinePeriod'),
    process?.first('cac:ParticipationRequestReceptionPeriod'),
    inExtension(process ?? null, 'efac:InterestExpressionReceptionPeriod')[0],
  ];
}

/**
 * Deadline of a notice: the earliest of its lots, RFC 3339 in UTC. A day without a time means its end.
 */
export function deadlineOf(lots: readonly EformsNode[]): Cleaned<string> {
  const deadlines = lots.map((lot) => firstCleaned(...periodsOf(lot).map((period) => () => endOf(period))));
  const [earliest] = deadlines.flatMap(({ value }) => (value === null ? [] : [value])).sort();
  if (earliest !== undefined) return kept(earliest);
  return deadlines.find(({ anomaly }) => anomaly !== null) ?? kept<string>(null);
}

/** `2024-02-28+02:00` and `12:00:00+02:00` are one instant; a time without offset takes the day's. */
function endOf(period: EformsNode | null | undefined): Cleaned<string> {
  const date = codeOf(period?.first('cbc:EndDate'));
  const time = codeOf(period?.first('cbc:EndTime'));
  if (date === null || time === null) return deadlineInstant(date);
  const offset = /(Z|[+-]\d{2}:\d{2})$/;
  return deadlineInstant(`${date.slice(0, 10)}T${time}${offset.test(time) ? '' : (offset.exec(date)?.[0] ?? '')}`);
}

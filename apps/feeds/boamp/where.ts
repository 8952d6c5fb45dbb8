import { type Day, dayOf } from '../calendar.js';

/** The part of ODSQL that the simulated dataset understands: comparisons of `dateparution`, equality of `idweb`. */
export interface Where {
  from: Day;
  to: Day;
  idweb: string | null;
}

export const EVER: Where = { from: -Infinity, to: Infinity, idweb: null };

const CONDITION =
  /^\s*\(?\s*(?:(dateparution)\s*(>=|<=|=|>|<)\s*(?:date)?['"](\d{4}-\d{2}-\d{2})['"]|(dateparution)\s+in\s*\[\s*date['"](\d{4}-\d{2}-\d{2})['"]\s*\.\.\s*date['"](\d{4}-\d{2}-\d{2})['"]\s*\]|(idweb)\s*[=:]\s*['"]([\d-]+)['"])\s*\)?\s*$/i;

/** Reads a `where`; null when it is not one that the simulated dataset understands. */
export function readWhere(text: string): Where | null {
  const where = { ...EVER };
  for (const condition of text.split(/\s+and\s+/i)) {
    const match = CONDITION.exec(condition);
    if (match === null) return null;
    const [, compared, operator = '', date = '', within, first = '', last = '', , idweb = ''] = match;
    if (compared !== undefined) {
      if (!narrow(where, operator, dayOf(date))) return null;
    } else if (within !== undefined) {
      if (!narrow(where, '>=', dayOf(first)) || !narrow(where, '<=', dayOf(last))) return null;
    } else {
      where.idweb = idweb;
    }
  }
  return where;
}

function narrow(where: Where, operator: string, day: Day | null): boolean {
  if (day === null) return false;
  if (operator === '>=' || operator === '=') where.from = Math.max(where.from, day);
  if (operator === '<=' || operator === '=') where.to = Math.min(where.to, day);
  if (operator === '>') where.from = Math.max(where.from, day + 1);
  if (operator === '<') where.to = Math.min(where.to, day - 1);
  return true;
}

import { isCalendarDay } from '#contract/parameters/calendar-day';
import { readCursor, writeCursor } from './cursor.js';

/** Where a list by descending day, then by a key, stands: its last item. */
export interface DayPosition {
  /** `YYYY-MM-DD`, or `-infinity` for items without a day, which come last: what PostgreSQL writes. */
  jour: string;
  /** What orders the items of one day, as a text. */
  cle: string;
}

export function writeDayCursor({ jour, cle }: DayPosition, fingerprint: string): string {
  return writeCursor(`${jour} ${cle}`, fingerprint);
}

/** @param isCle whether this list has such keys, as the database can read them. @throws ContractError invalid_cursor. */
export function readDayCursor(cursor: string, fingerprint: string, isCle: (text: string) => boolean): DayPosition {
  return readCursor(cursor, fingerprint, (text) => {
    const space = text.indexOf(' ');
    const [jour, cle] = [text.slice(0, space), text.slice(space + 1)];
    return (jour === NO_DAY || isCalendarDay(jour)) && isCle(cle) ? { jour, cle } : null;
  });
}

const NO_DAY = '-infinity';

import { parameter } from './parameter.js';

/** A real calendar day, `YYYY-MM-DD`. */
export function DayParameter(description: string): PropertyDecorator {
  return parameter({
    description,
    accepts: 'date réelle du calendrier au format AAAA-MM-JJ, par exemple 2026-12-15',
    example: '2026-12-15',
    schema: { type: 'string', format: 'date' },
    read: (text) => (isCalendarDay(text) ? text : undefined),
  });
}

/** Whether a text is a day that exists: 2026-02-30 is not. Year 0001 and later, as PostgreSQL reads them. */
export function isCalendarDay(text: unknown): boolean {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const instant = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text);
}

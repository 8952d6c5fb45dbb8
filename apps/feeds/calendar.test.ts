import { DateTime } from 'luxon';
import { dayOf, dayText, parisInstant, parisWall } from './calendar.js';

const zone = 'Europe/Paris';

describe('the calendar in Paris', () => {
  test.each(['2026-03-28', '2026-03-29', '2026-03-30', '2026-07-01', '2026-10-24', '2026-10-25', '2026-10-26'])(
    'agrees with the zone at every half hour of %s',
    (text) => {
      const day = dayOf(text)!;
      const start = DateTime.fromISO(text, { zone });
      for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
        const wall = start.plus({ minutes });
        expect(parisWall(wall.toMillis())).toEqual({ day: dayOf(wall.toISODate()!), time: wall.toFormat('HH:mm:ss') });
        const time = new Date(minutes * 60_000).toISOString().slice(11, 19);
        expect(parisInstant(day, time)).toBe(DateTime.fromISO(`${dayText(day)}T${time}`, { zone }).toMillis());
      }
    },
  );
});

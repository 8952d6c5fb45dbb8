import fc from 'fast-check';
import { nextMidnightUtc, secondsUntilMidnightUtc, utcDay } from './day.js';

test('the day changes at midnight UTC, whatever the time zone of the machine', () => {
  expect(utcDay(new Date('2026-03-29T23:59:59.999Z'))).toBe('2026-03-29');
  expect(utcDay(new Date('2026-03-30T00:00:00Z'))).toBe('2026-03-30');
});

test.each([
  ['2026-12-31T23:59:59.999Z', 1],
  ['2026-12-31T23:59:58Z', 2],
  ['2026-02-28T00:00:00Z', 86_400],
])('from %s, midnight UTC is %i s away', (now, seconds) => {
  expect(secondsUntilMidnightUtc(new Date(now))).toBe(seconds);
});

test('after waiting that long it is another day, and one second less was not enough', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(instants, (now) => {
      const seconds = secondsUntilMidnightUtc(now);
      expect(utcDay(new Date(now.getTime() + seconds * 1_000))).toBe(utcDay(nextMidnightUtc(now)));
      expect(now.getTime() + (seconds - 1) * 1_000).toBeLessThan(nextMidnightUtc(now).getTime());
    }),
  );
});

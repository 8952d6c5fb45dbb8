import { addMonths, finEstimee } from './calendar.js';

it.each([
  ['2025-01-15', 12, '2026-01-15'],
  ['2025-01-31', 1, '2025-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2025-08-31', 6, '2026-02-28'],
  ['2025-12-31', 1, '2026-01-31'],
])('%s and %i months end on %s', (day, months, end) => {
  expect(finEstimee(day, months)).toBe(end);
});

it.each([
  ['no day', null, 12],
  ['no duration', '2025-01-01', null],
  ['a duration of nothing', '2025-01-01', 0],
  ['a negative one', '2025-01-01', -3],
  ['half a month', '2025-01-01', 0.5],
  ['more than a century', '2025-01-01', 1201],
  ['no number', '2025-01-01', Number.NaN],
  ['a day that does not exist', '2025-02-30', 1],
  ['an end beyond four digits', '9999-06-01', 12],
])('estimates no end from %s', (_what, day, months) => {
  expect(finEstimee(day, months)).toBeNull();
});

it('adds months across the longest concessions', () => {
  expect(addMonths('2025-03-31', 1200)).toBe('2125-03-31');
});

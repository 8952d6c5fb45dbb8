import { statutAt } from './statut.js';

const at = (instant: string, notice: Partial<Parameters<typeof statutAt>[0]>) =>
  statutAt({ date_limite: null, date_publication: null, closed: false, ...notice }, new Date(instant));

test('open means a deadline in the future: the very instant of the deadline closes', () => {
  const notice = { date_limite: '2026-12-15T11:00:00Z' };
  expect(at('2026-12-15T10:59:59.999Z', notice)).toEqual({
    statut: 'ouvert',
    closes_at: new Date('2026-12-15T11:00:00Z'),
  });
  expect(at('2026-12-15T11:00:00Z', notice)).toEqual({ statut: 'clos', closes_at: null });
});

test.each([
  ['published in winter, closes in summer time', '2026-01-15', '2026-07-14T22:00:00Z'],
  ['published in summer, closes in winter time', '2026-07-01', '2026-12-28T23:00:00Z'],
  ['closes as the day of the spring change begins', '2026-09-28', '2027-03-27T23:00:00Z'],
  ['closes as the day after the spring change begins', '2026-09-29', '2027-03-28T22:00:00Z'],
  ['closes as the day of the autumn change begins', '2026-04-27', '2026-10-24T22:00:00Z'],
  ['closes as the day after the autumn change begins', '2026-04-28', '2026-10-25T23:00:00Z'],
])('without deadline, %s: open during the 180th day, closed from midnight in Paris at its end', (_name, day, end) => {
  const notice = { date_publication: day };
  expect(at(new Date(Date.parse(end) - 1).toISOString(), notice)).toEqual({
    statut: 'ouvert',
    closes_at: new Date(end),
  });
  expect(at(end, notice).statut).toBe('clos');
});

test('a deadline, even far, outlasts the 180 days', () => {
  expect(
    at('2027-12-01T00:00:00Z', { date_publication: '2026-01-01', date_limite: '2036-01-01T11:00:00Z' }).statut,
  ).toBe('ouvert');
});

test('closed by a publication: for good; without deadline nor day: open', () => {
  expect(at('2026-01-01T00:00:00Z', { closed: true, date_limite: '2026-12-15T11:00:00Z' })).toEqual({
    statut: 'clos',
    closes_at: null,
  });
  expect(at('2026-01-01T00:00:00Z', {})).toEqual({ statut: 'ouvert', closes_at: null });
});

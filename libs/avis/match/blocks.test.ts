import { matchKeysOf } from './keys.js';
import type { MatchNotice } from './notice.js';
import { listed, notice } from './testing/notices.js';

function together(a: MatchNotice, b: MatchNotice): boolean {
  const ours = new Set(matchKeysOf(a).blocks);
  return matchKeysOf(b).blocks.some((block) => ours.has(block));
}

test.each([
  ['as a portal shows it', {}],
  ['with a name that says nothing', { acheteur: { nom: 'COMMUNE' } }],
  ['without a title', { titre: null }],
  ['with a deadline moved', { dates_limites: ['2026-12-29T11:00:00Z'] }],
  ['without a deadline', { dates_limites: [] }],
  ['without a place', { departements: [], acheteur: { departement: null } }],
  ['a fortnight later', { date_publication: '2026-11-24', dates_limites: ['2026-12-29T11:00:00Z'] }],
])('a notice and what another source shows are brought together: %s', (_, overrides) => {
  expect(together(notice('26-1'), listed('b', overrides))).toBe(true);
});

test('every block ends with a time, so that blocks do not grow with the years', () => {
  const { blocks } = matchKeysOf(notice('26-1', { acheteur: { siret: '21350001000015' } }));
  expect(blocks.filter((block) => !/\|(\d{4}-\d{2}-\d{2}|[pq]\d+)$/.test(block))).toEqual([]);
  expect(new Set(blocks).size).toBe(blocks.length);
  expect(blocks.length).toBeLessThan(30);
});

test('a year apart, nothing brings two notices together', () => {
  const last = { date_publication: '2025-11-10', dates_limites: ['2025-12-15T11:00:00Z'] };
  expect(together(notice('26-1'), listed('b', last))).toBe(false);
});

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
  ['a week later', { date_publication: '2026-11-17', dates_limites: ['2026-12-29T11:00:00Z'] }],
  [
    'a week later, with a name that says nothing',
    { date_publication: '2026-11-17', dates_limites: ['2026-12-29T11:00:00Z'], acheteur: { nom: 'COMMUNE' } },
  ],
  ['without a title and a place', { titre: null, departements: [] }],
  ['with neither a name that tells nor a place', { departements: [], acheteur: { nom: 'COMMUNE', departement: null } }],
])('a notice and what another source shows are brought together: %s', (_, overrides) => {
  expect(together(notice('26-1'), listed('b', overrides))).toBe(true);
});

test('every block ends with a time, so that blocks do not grow with the years', () => {
  const { blocks } = matchKeysOf(notice('26-1', { acheteur: { siret: '21350001000015' } }));
  expect(blocks.filter((block) => !/\|(\d{4}-\d{2}-\d{2}|[pq]\d+)$/.test(block))).toEqual([]);
  expect(new Set(blocks).size).toBe(blocks.length);
  expect(blocks.length).toBeLessThan(15);
});

test('a year apart, nothing brings two notices together', () => {
  const last = { date_publication: '2025-11-10', dates_limites: ['2025-12-15T11:00:00Z'] };
  expect(together(notice('26-1'), listed('b', last))).toBe(false);
});

test('a title of many words, many departments and many deadlines make few blocks', () => {
  const many = notice('26-1', {
    titre: Array.from({ length: 500 }, (_, index) => `mot${'abcdefghij'.charAt(index % 10).repeat(index)}`).join(' '),
    departements: Array.from({ length: 100 }, (_, index) => String(index + 1)),
    dates_limites: Array.from(
      { length: 60 },
      (_, index) => `2026-12-${String((index % 28) + 1).padStart(2, '0')}T11:00:00Z`,
    ),
  });
  const { blocks } = matchKeysOf(many);
  expect(blocks.length).toBeLessThan(100);
});

import { cheapestWay, mayCountOpen } from './search-ways.js';
import type { Search } from './searched.js';

/** The promise: a search among all years visits no more as there are more notices, however common what it asks. */
const FIRST_PAGE: Search = {
  filters: { source: ['boamp'] },
  q: 'travaux',
  statut: 'tous',
  tri: 'publication',
  page: 1,
  per_page: 100,
};
const ways = (share: number) =>
  [1e5, 1e6, 1e7, 1e8].map((notices) => cheapestWay(FIRST_PAGE, { hits: notices * share, rows: notices }));

test('what half of the notices have is walked to', () => {
  expect(ways(1 / 2)).toEqual(['walk', 'walk', 'walk', 'walk']);
});

test('what one in 25 has is gathered as long as that is cheaper, not for ever', () => {
  expect(ways(1 / 25)).toEqual(['countAndWalk', 'countAndWalk', 'walk', 'walk']);
});

test('open notices, of which there are no more as the archive grows, prove that there are a thousand', () => {
  const open = 130_000;
  const proven = [1e6, 1e7, 1e8].map((notices) => {
    const hits = notices / 25;
    return mayCountOpen(FIRST_PAGE, hits) && cheapestWay(FIRST_PAGE, { hits, rows: notices }, open / 25);
  });
  expect(proven).toEqual(['countAndWalk', 'countAndWalk', 'countAndWalk']);
  expect(mayCountOpen({ ...FIRST_PAGE, statut: 'clos' }, 1e6)).toBe(false);
});

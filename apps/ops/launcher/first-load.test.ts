import { describeLoad, isInVain, type LoadState } from './first-load.js';

const STATE: LoadState = {
  loading: true,
  documents: 0,
  treated: 0,
  avis: 0,
  contrats: 0,
  sources: 2,
  collected: 1,
  runs: [],
};
const failed = { source: 'ted', outcome: 'failed', reason: 'refused' };
const running = { source: 'boamp', outcome: null, reason: null };

test.each<[string, Partial<LoadState>, boolean]>([
  ['before anything', {}, false],
  ['loaded', { loading: false }, false],
  ['every source failed', { runs: [failed, { ...failed, source: 'boamp' }] }, true],
  ['nobody said where any source is read', { sources: 0, runs: [] }, false],
  ['one failed, the other has not begun', { runs: [failed] }, false],
  ['one failed, one runs', { runs: [failed, running] }, false],
  ['one failed, documents of the other wait', { documents: 5, runs: [failed, failed] }, false],
])('%s', (_, change, expected) => {
  expect(isInVain({ ...STATE, ...change })).toBe(expected);
});

test('the first load is counted against what has been collected, not against what the feeds may hold', () => {
  const state = { ...STATE, documents: 2_000, treated: 1_240, avis: 800 };
  expect(describeLoad(state)).toBe('1 of 2 sources, 1,240 of 2,000 publications read, 800 notices');
});

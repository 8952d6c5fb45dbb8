import { publication } from '../testing/publications.js';
import { rootsOf } from './roots.js';

const link = (
  identifiant: string,
  kind: 'initial' | 'correction' | 'cancellation' | 'attribution',
  ...cites: string[]
) => publication(identifiant, { kind, cites });

test.each([
  ['an initial notice is its own root', [link('26-1', 'initial')], { '26-1': '26-1' }],
  ['what an initial notice cites is another procurement', [link('26-2', 'initial', '26-1')], { '26-2': '26-2' }],
  [
    'a correction of a correction',
    [link('26-3', 'correction', '26-2'), link('26-2', 'correction', '26-1'), link('26-1', 'initial')],
    { '26-1': '26-1', '26-2': '26-1', '26-3': '26-1' },
  ],
  [
    'an initial notice never seen',
    [link('26-3', 'correction', '26-2'), link('26-2', 'correction', '26-1')],
    { '26-2': '26-1', '26-3': '26-1' },
  ],
  ['a correction that cites nothing', [link('26-2', 'correction')], { '26-2': '26-2' }],
  ['a self reference', [link('26-2', 'correction', '26-2')], { '26-2': '26-2' }],
  [
    'a cycle',
    [link('26-10', 'correction', '26-9'), link('26-9', 'correction', '26-10')],
    { '26-9': '26-9', '26-10': '26-9' },
  ],
  [
    'an award that cites the tender and a correction never seen',
    [link('26-1', 'initial'), link('26-9', 'attribution', '25-7', '26-1')],
    { '26-1': '26-1', '26-9': '26-1' },
  ],
  [
    'several never seen: the oldest number, not the first text',
    [link('26-9', 'attribution', '25-10', '25-9')],
    { '26-9': '25-9' },
  ],
  [
    'an award that cites nothing yields to a notice never seen',
    [link('26-3', 'correction', '26-2', '26-7'), link('26-2', 'attribution')],
    { '26-2': '26-2', '26-3': '26-7' },
  ],
])('%s', (_name, links, roots) => {
  expect(Object.fromEntries(rootsOf('boamp', links))).toEqual(roots);
});

test('a citation by alias leads to the publication that bears it', () => {
  const initial = publication('47522-2024', { source: 'ted', aliases: ['a638ab6b-01'] });
  const correction = publication('50000-2024', {
    source: 'ted',
    kind: 'correction',
    cites: ['a638ab6b-01'],
    aliases: ['a638ab6b-02'],
  });
  const award = publication('600-2025', { source: 'ted', kind: 'attribution', cites: ['a638ab6b-02'] });
  expect([...rootsOf('ted', [award, correction, initial]).values()]).toEqual([
    '47522-2024',
    '47522-2024',
    '47522-2024',
  ]);
  expect(rootsOf('ted', [correction]).get('50000-2024')).toBe('a638ab6b-01');
});

test('TED numbers are ordered by year first', () => {
  const award = publication('9-2026', { source: 'ted', kind: 'attribution', cites: ['10-2025', '900-2024'] });
  expect(rootsOf('ted', [award]).get('9-2026')).toBe('900-2024');
});

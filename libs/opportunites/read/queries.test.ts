import { readFileSync, writeFileSync } from 'node:fs';
import { feedQuery, type FeedSearch } from './feed.js';
import { SCORED_DETAIL_QUERY } from './scored-detail.js';

/** The reviewed file: every read query, the variable ones with every filter. `WRITE_QUERIES=1` writes it again. */
const FILE = new URL('./queries.sql', import.meta.url);

const search: FeedSearch = {
  compteId: '00000000-0000-4000-8000-000000000001',
  visible: ['boamp', 'ted'],
  served: ['boamp'],
  filters: {
    departement: ['35'],
    cpv: '45',
    budget_min: 1,
    budget_max: 2,
    date_limite_min: '2026-01-01',
    date_limite_max: '2026-12-31',
    score_min: 50,
    verdict: ['oui', 'incertain'],
    statut_utilisateur: ['new'],
  },
  page: 2,
  per_page: 20,
};
const ofWords: FeedSearch = { ...search, filters: { ...search.filters, q: 'école' } };

const QUERIES: [string, string][] = [
  ['A page of a feed', feedQuery(search).text],
  ['A page of a feed, with words', feedQuery(ofWords).text],
  ['Detail of a notice, with its score', SCORED_DETAIL_QUERY],
];

test('queries.sql shows the queries that run', () => {
  const rendered = QUERIES.map(([name, sql]) => `-- ${name}\n${sql};\n`).join('\n');
  if (process.env['WRITE_QUERIES'] === '1') writeFileSync(FILE, rendered);
  expect(readFileSync(FILE, 'utf8')).toBe(rendered);
});

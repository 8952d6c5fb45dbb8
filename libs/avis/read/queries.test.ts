import { readFileSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { attributionsQuery, attributionsTotalQuery, type AttributionsPage } from './attributions.js';
import { DETAIL_QUERY } from './detail.js';
import { OPEN_BY_ACHETEUR_QUERY, OPEN_BY_DEPARTEMENT_QUERY, OPEN_BY_SOURCE_QUERY } from './open-counts.js';
import { READ_STATE_QUERY } from './read-state.js';
import { expectedFoundQuery, expectedThereQuery, foundQuery, orderedQuery, walkedQuery } from './search-queries.js';
import type { Search } from './searched.js';
import { SOURCE_STATES_QUERY } from './source-states.js';
import { walkHitsQuery, walkQuery } from './walk.js';
import { walkTotalQuery } from './walk-total.js';
import type { Walk } from './walked.js';

/** The reviewed file: every read query, the variable ones with every filter. `WRITE_QUERIES=1` writes it again. */
const FILE = new URL('./queries.sql', import.meta.url);

const filters = {
  source: ['boamp', 'ted'],
  departement: ['35'],
  cpv: '45',
  type_marche: 'Travaux',
  budget_min: 1,
  budget_max: 2,
  date_limite_min: '2026-01-01',
  date_limite_max: '2026-12-31',
  publie_depuis: `${new Date().getUTCFullYear()}-01-01`,
  completude_min: 50,
};
const search: Search = { filters, q: 'école', statut: 'ouvert', tri: 'date_limite', page: 2, per_page: 20 };
const after = '2026-11-01T08:00:00.000000Z';
const found = foundQuery(search, 5000);
const copy: Walk = { filters, statut: 'ouvert', after, per_page: 50, marginSeconds: 600 };
const since: Walk = { filters, updated_since: after, after, per_page: 50, marginSeconds: 600 };
const attributions: AttributionsPage = {
  sources: ['boamp', 'ted'],
  filters: {
    acheteur_siret: '21350238800019',
    departement: '35',
    cpv: '4521',
    date_min: '2026-01-01',
    date_max: '2026-12-31',
  },
  after: { jour: '2026-11-01', id: '3f2504e0-4f89-51d3-9a0c-0305e82c3301' },
  limite: 50,
};
const ofACode: AttributionsPage = { ...attributions, filters: { cpv: '45210000' }, after: undefined };
const untilADay: AttributionsPage = { ...attributions, filters: { date_max: '2026-12-31' }, after: undefined };

const text = (query: pg.QueryConfig) => query.text;
const QUERIES: [string, string][] = [
  ['Page mode, what an index finds: how many, up to one more than are sorted, and the page of few', text(found)],
  [
    'Page mode, many hits or none that an index finds, statut=ouvert, tri=date_limite',
    text(orderedQuery(search, 1001)),
  ],
  [
    'Page mode, the same, statut=clos, tri=publication',
    text(orderedQuery({ ...search, statut: 'clos', tri: 'publication' }, 1001)),
  ],
  [
    'Page mode, the same, in the order of the department and of the CPV division',
    `${text(orderedQuery({ ...search, q: undefined }, 1001))};\n${text(orderedQuery({ ...search, filters: { source: ['boamp'], cpv: '4526' }, q: undefined }, 1001))}`,
  ],
  [
    'Page mode, common words or a department among all years: how many of the notices where the order begins are expected',
    `${text(expectedThereQuery({ ...search, statut: 'tous' }))};\n${text(expectedThereQuery({ ...search, q: undefined, statut: 'tous', tri: 'publication' }))}`,
  ],
  [
    'Page mode, the same: those hits, and the page',
    text(walkedQuery({ ...search, statut: 'tous', tri: 'publication' }, 1001)),
  ],
  ['Page mode, very common words: how many open ones are expected', text(expectedFoundQuery(search))],
  ['Cursor mode, first copy: a page without filter', text(walkQuery({ ...copy, filters: { source: ['boamp'] } }))],
  ['Cursor mode, updated_since: a page without filter', text(walkQuery({ ...since, filters: { source: ['boamp'] } }))],
  ['Cursor mode, first copy: how many hits, up to one more than are few', text(walkHitsQuery(copy, filters))],
  ['Cursor mode, first copy: a page of few hits', text(walkQuery(copy, true))],
  ['Cursor mode, first copy: a page', text(walkQuery(copy))],
  ['Cursor mode, first copy: the total', text(walkTotalQuery(copy))],
  [
    'Cursor mode, first copy: the total without filter',
    text(walkTotalQuery({ ...copy, filters: { source: ['boamp'] } })),
  ],
  [
    'Cursor mode, first copy: the total of one department, kept of its open notices, counted of all years',
    `${text(walkTotalQuery({ ...copy, filters: { source: ['boamp'], departement: ['35'] } }))};\n${text(walkTotalQuery({ ...copy, statut: 'tous', filters: { source: ['boamp'], departement: ['35'] } }))}`,
  ],
  ['Cursor mode, updated_since: a page', text(walkQuery(since))],
  ['Cursor mode, updated_since: the total', text(walkTotalQuery(since))],
  ['Detail', DETAIL_QUERY],
  ['Award notices: a page', text(attributionsQuery(attributions))],
  ['Award notices: the first page until a day', text(attributionsQuery(untilADay))],
  ['Award notices: the first page of a CPV code', text(attributionsQuery(ofACode))],
  ['Award notices: the total', text(attributionsTotalQuery(attributions))],
  ['Award notices: the total without filters', text(attributionsTotalQuery({ ...attributions, filters: {} }))],
  [
    'Award notices: the total of a department',
    text(attributionsTotalQuery({ ...attributions, filters: { departement: '35' } })),
  ],
  ['Departments', OPEN_BY_DEPARTEMENT_QUERY],
  ['Sources: open notices', OPEN_BY_SOURCE_QUERY],
  ['Buyer: open notices', OPEN_BY_ACHETEUR_QUERY],
  ['Sources: state of collection', SOURCE_STATES_QUERY],
  ['State of the read tables', READ_STATE_QUERY],
];

test('queries.sql shows the queries that run', () => {
  const rendered = QUERIES.map(([name, sql]) => `-- ${name}\n${sql};\n`).join('\n');
  if (process.env['WRITE_QUERIES'] === '1') writeFileSync(FILE, rendered);
  expect(readFileSync(FILE, 'utf8')).toBe(rendered);
});

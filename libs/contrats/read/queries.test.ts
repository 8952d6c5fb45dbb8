import { readFileSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { ACHETEUR_QUERY } from './acheteur.js';
import { contratsQuery, contratsTotalQuery, ofBuyerQuery, type ContratsPage } from './contrats.js';
import { PRESTATAIRE_QUERY } from './prestataire.js';
import {
  prestatairesByHitsQuery,
  prestatairesByOrderQuery,
  prestatairesCountQuery,
  prestatairesExpectedQuery,
  type PrestatairesSearch,
  prestatairesWalkedQuery,
} from './prestataires-queries.js';

/** The reviewed file: every read query, the variable ones with every filter. `WRITE_QUERIES=1` writes it again. */
const FILE = new URL('./queries.sql', import.meta.url);

const place = {
  acheteur_siret: '21350238800019',
  departement: '35',
  cpv: '4526',
  date_min: '2026-01-01',
  date_max: '2026-12-31',
  montant_min: 1,
  montant_max: 2,
};
const siret = '12345678200010';
const page = (filters: ContratsPage['filters']): ContratsPage => ({
  filters,
  after: { jour: '2026-03-31', n: 42 },
  limite: 50,
});
const search: PrestatairesSearch = {
  q: 'maine',
  departement: '35',
  cpv: '45',
  taille: 'PME',
  tri: 'pertinence',
  page: 2,
  per_page: 20,
};

const text = (query: pg.QueryConfig) => query.text;
const QUERIES: [string, string][] = [
  ['Contracts: a page by the order of an index', text(contratsQuery(page(place)))],
  [
    'Contracts until a day: those without one are left out',
    text(contratsQuery(page({ cpv: '45', date_max: '2026-12-31' }))),
  ],
  ['Contracts of a buyer: the total', text(contratsTotalQuery(place))],
  ['Contracts of an establishment: a page', text(contratsQuery(page({ ...place, titulaire_siret: siret })))],
  ['Contracts of a company: a page', text(contratsQuery(page({ titulaire_siren: '123456782' })))],
  ['Contracts of a company: the total', text(contratsTotalQuery({ titulaire_siren: '123456782' }))],
  ['Contracts by words', text(contratsQuery(page({ ...place, titulaire_siret: siret, q: 'école' })))],
  ['Contracts by words: how many the buyer has, up to one more than are few', text(ofBuyerQuery(siret))],
  [
    'Contracts of a buyer that has few, by words',
    text(contratsQuery(page({ acheteur_siret: siret, q: 'école' }), 'buyer')),
  ],
  [
    'Contracts that two companies hold',
    text(contratsQuery(page({ titulaire_siret: siret, titulaire_siren: '987654321' }))),
  ],
  ['Contractors: how many hits, up to one more than are sorted', text(prestatairesCountQuery(search))],
  [
    'Contractors of common words: how many stand where the order begins, as the database expects',
    text(prestatairesExpectedQuery(search)),
  ],
  [
    'Contractors of common words: whether more than a total tells stand there',
    text(prestatairesWalkedQuery({ ...search, tri: 'montant' })),
  ],
  ['Contractors: few hits, by relevance', text(prestatairesByHitsQuery(search))],
  ['Contractors: few hits, by median amount', text(prestatairesByHitsQuery({ ...search, tri: 'montant' }))],
  [
    'Contractors: many hits, by relevance, names that do not start with the words',
    text(prestatairesByOrderQuery({ ...search, tri: 'contrats', names: 'other' })),
  ],
  ['Contractors: many hits, by contracts', text(prestatairesByOrderQuery({ ...search, tri: 'contrats' }))],
  ['Contractors: many hits, by median amount', text(prestatairesByOrderQuery({ ...search, tri: 'montant' }))],
  ['Contractor', PRESTATAIRE_QUERY],
  ['Buyer', ACHETEUR_QUERY],
];

test('queries.sql shows the queries that run', () => {
  const rendered = QUERIES.map(([name, sql]) => `-- ${name}\n${sql};\n`).join('\n');
  if (process.env['WRITE_QUERIES'] === '1') writeFileSync(FILE, rendered);
  expect(readFileSync(FILE, 'utf8')).toBe(rendered);
});

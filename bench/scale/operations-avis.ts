import { avisDetail } from '#avis/read/detail';
import type { AvisFilters } from '#avis/read/conditions';
import { openByAcheteur, openByDepartement, openBySource } from '#avis/read/open-counts';
import { readState } from '#avis/read/read-state';
import { searchAvis } from '#avis/read/search';
import type { Search } from '#avis/read/searched';
import { sourceStates } from '#avis/read/source-states';
import { walkAvis } from '#avis/read/walk';
import type { Walk } from '#avis/read/walked';
import { STATUTS_UTILISATEUR_DEFAULT, VERDICTS_DEFAULT } from '#contract/parameters/opportunites-query';
import { searchFeed } from '#opportunites/read/feed';
import { scoredDetail } from '#opportunites/read/scored-detail';
import { visibleSources } from '#sources/registry';
import type { Work } from './cost.js';
import { nth, type Draws } from './draws.js';
import { value, type Bound, type Operation } from './operation.js';
import { HITS, SAME_HITS } from './same-hits.js';

const visible = visibleSources('interne');
const day = (text: string, days: number) => new Date(Date.parse(text) + days * 86_400_000).toISOString().slice(0, 10);

/** One value of each filter of GET /avis, drawn from the data. */
export const FILTERS: Record<string, (draws: Draws, i: number) => Partial<AvisFilters>> = {
  'no filter': () => ({}),
  source: ({ avis }, i) => ({ source: [value(avis, 'source', i)] }),
  departement: ({ avis }, i) => ({ departement: [value(avis, 'departement', i)] }),
  'cpv, 2 digits': ({ avis }, i) => ({ cpv: value(avis, 'cpv', i).slice(0, 2) }),
  'cpv, 8 digits': ({ avis }, i) => ({ cpv: value(avis, 'cpv', i) }),
  type_marche: ({ avis }, i) => ({ type_marche: value(avis, 'type_marche', i) }),
  budget: ({ avis }, i) => {
    const budget = Math.round(value(avis, 'budget', i));
    return { budget_min: Math.floor(budget * 0.9), budget_max: Math.ceil(budget * 1.1) };
  },
  date_limite: ({ avis }, i) => {
    const from = value(avis, 'jour_limite', i);
    return { date_limite_min: from, date_limite_max: day(from, 7) };
  },
  publie_depuis: ({ avis }, i) => ({ publie_depuis: value(avis, 'date_publication', i) }),
  completude_min: ({ avis }, i) => ({ completude_min: value(avis, 'completude', i) }),
};

export function avisOperations(): Operation[] {
  return [...walks(), ...searches(), ...others()];
}

function walks(): Operation[] {
  const walk = (name: string, bound: Bound, given: (draws: Draws, i: number) => Partial<Walk>): Operation => ({
    name: `/avis, cursor mode: ${name}`,
    bound,
    work: (draws, i) => async (db) => {
      const asked = given(draws, i);
      const filters = { source: visible, ...asked.filters };
      const { served } = await walkAvis(db, { per_page: 100, marginSeconds: 600, ...asked, filters });
      return served;
    },
  });
  // A hundredth of the walk around its place: every run reads a page of its own.
  const around = (share: number, i: number) => share + (i % 40) / 4_000;
  const copy = (statut: Walk['statut'], share: number) => (draws: Draws, i: number) => ({
    statut,
    after: draws.versionAt(around(share, i)),
  });
  return [
    walk('a page near the first, tous', 'page', copy('tous', 0.005)),
    walk('a page in the middle, tous', 'page', copy('tous', 0.5)),
    walk('a page near the last, tous', 'page', copy('tous', 0.98)),
    walk('a page of ouvert', 'page', copy('ouvert', 0.9)),
    walk('a page of ouvert, one departement', 'hits', (draws, i) => ({
      ...copy('ouvert', 0.7)(draws, i),
      filters: { source: visible, departement: [value(draws.avis, 'departement', i)] },
    })),
    walk('a page of updated_since', 'page', ({ versionAt }, i) => ({
      updated_since: versionAt(0.5),
      after: versionAt(around(0.6, i)),
    })),
    walk('first page of updated_since the last 100 changes, with its total', 'page', ({ versionAt, size }) => ({
      updated_since: versionAt(1 - 100 / size),
    })),
    walk('first page of ouvert, with its total', 'page', () => ({ statut: 'ouvert' })),
    walk('first page of tous, with its total', 'page', () => ({ statut: 'tous' })),
  ];
}

function searches(): Operation[] {
  const search = (name: string, bound: Bound, given: (draws: Draws, i: number) => Partial<Search>): Operation => ({
    name: `/avis, page mode: ${name}`,
    bound,
    work: (draws, i) => async (db) => {
      const asked = given(draws, i);
      const filters = { source: visible, ...asked.filters };
      const page = { q: undefined, statut: 'ouvert', tri: 'date_limite', page: 1, per_page: 100 } as const;
      const { served } = await searchAvis(db, { ...page, ...asked, filters });
      return served;
    },
  });
  const all = { statut: 'tous', tri: 'publication' } as const;
  const filtered = (given: Partial<AvisFilters>) => ({ filters: { source: visible, ...given } });
  return [
    ...Object.entries(FILTERS).map(([name, given]) =>
      search(name, name === 'no filter' ? 'page' : 'hits', (draws, i) => filtered(given(draws, i))),
    ),
    ...Object.entries(FILTERS).map(([name, given]) =>
      search(`${name}, tous by publication`, name === 'no filter' ? 'page' : 'hits', (draws, i) => ({
        ...all,
        ...filtered(given(draws, i)),
      })),
    ),
    ...SAME_HITS.flatMap((kind) => [
      search(`${HITS} hits of ${kind}`, 'page', ({ sameHits }, i) => filtered(nth(sameHits.ouvert[kind], i))),
      search(`${HITS} hits of ${kind}, tous by publication`, 'page', ({ sameHits }, i) => ({
        ...all,
        ...filtered(nth(sameHits.tous[kind], i)),
      })),
    ]),
    search('ouvert by publication', 'page', () => ({ tri: 'publication' })),
    search('deepest page', 'page', () => ({ page: 10 })),
    search('a common word', 'hits', () => ({ q: 'travaux' })),
    search('a common word, tous', 'hits', () => ({ ...all, q: 'travaux' })),
    search('a word of one notice in 25, tous', 'hits', () => ({ ...all, q: 'gymnase' })),
    search('a word of 20 notices, tous', 'hits', ({ avis }, i) => ({ ...all, q: value(avis, 'commune', i) })),
    search('an absent word, tous', 'hits', (_draws, i) => ({ ...all, q: `introuvable${String(i)}` })),
    search('a common and a rare word, tous', 'hits', ({ avis }, i) => ({
      ...all,
      q: `travaux ${value(avis, 'commune', i)}`,
    })),
  ];
}

function others(): Operation[] {
  const one = (name: string, bound: Bound, work: (draws: Draws, i: number) => Work): Operation => ({
    name,
    bound,
    work,
  });
  const feed = (q: string | undefined, page: number) => (draws: Draws, i: number) => {
    const given = { score_min: 50, verdict: VERDICTS_DEFAULT, statut_utilisateur: STATUTS_UTILISATEUR_DEFAULT };
    const filters = { ...given, q };
    const asked = { compteId: nth(draws.comptes, i), visible, served: visible, filters, page, per_page: 100 };
    return async (db: Parameters<Work>[0]) => (await searchFeed(db, asked)).items.length;
  };
  const found = (detail: string | null) => (detail === null ? 0 : 1);
  return [
    one(
      '/avis/{id}',
      'page',
      ({ avis }, i) =>
        async (db) =>
          found(await avisDetail(db, nth(avis, i).id, visible)),
    ),
    one('/avis/{id}, with its score', 'page', ({ avis, comptes }, i) => async (db) => {
      const asked = { id: nth(avis, i).id, visible, served: visible, compteId: nth(comptes, i) };
      return found(await scoredDetail(db, asked));
    }),
    one('/opportunites', 'page', feed(undefined, 1)),
    one('/opportunites: deepest page', 'page', feed(undefined, 10)),
    one('/opportunites: a common word', 'hits', feed('travaux', 1)),
    one('/acheteurs/{siret}: its open notices', 'hits', ({ avis }, i) => (db) => {
      return openByAcheteur(db, value(avis, 'acheteur_siret', i), visible);
    }),
    one('/departements', 'page', () => async (db) => (await openByDepartement(db, visible)).size),
    one('/sources', 'page', () => async (db) => (await openBySource(db)).size + (await sourceStates(db)).size),
    one('state of the read tables', 'page', () => async (db) => ((await readState(db)).loading ? 0 : 1)),
  ];
}

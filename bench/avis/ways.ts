import type pg from 'pg';
import { searchAvis } from '#avis/read/search';
import { walkAvis } from '#avis/read/walk';
import type { Walk } from '#avis/read/walked';
import { STATUTS_UTILISATEUR_DEFAULT, VERDICTS_DEFAULT } from '#contract/parameters/opportunites-query';
import type { FiltreStatut, TriAvis } from '#contract/vocabulary';
import { searchFeed } from '#opportunites/read/feed';
import { compteOf } from '#opportunites/read/testing/many-opportunites';
import { visibleSources } from '#sources/registry';
import type { Draws } from '../scale/draws.js';
import type { Given } from './filter-values.js';

/** Asks for a page of 100 under these filters. */
export type Way = (db: pg.Client, given: Given) => Promise<unknown>;

const visible = visibleSources('interne');

/** Every way in which notices are listed, that takes these filters. */
export function waysOf(draws: Draws): Record<string, { ask: Way; takes: (given: Given) => boolean }> {
  const withoutWords = ({ q }: Given) => q === undefined;
  const search = (statut: FiltreStatut, tri: TriAvis) => ({
    takes: () => true,
    ask: (db: pg.Client, { q, ...filters }: Given) =>
      searchAvis(db, { filters: { source: visible, ...filters }, q, statut, tri, page: 1, per_page: 100 }),
  });
  const walk = (given: Partial<Walk>) => ({
    takes: withoutWords,
    ask: (db: pg.Client, filters: Given) =>
      walkAvis(db, { per_page: 100, marginSeconds: 600, ...given, filters: { source: visible, ...filters } }),
  });
  const feed = (compte: number) => ({
    takes: (given: Given) =>
      ['source', 'type_marche', 'publie_depuis', 'completude_min'].every((name) => !(name in given)),
    ask: (db: pg.Client, filters: Given) => {
      const rest = { score_min: 50, verdict: VERDICTS_DEFAULT, statut_utilisateur: STATUTS_UTILISATEUR_DEFAULT };
      const asked = { compteId: compteOf(compte), visible, served: visible, page: 1, per_page: 100 };
      return searchFeed(db, { ...asked, filters: { ...filters, ...rest } });
    },
  });
  return {
    'page mode, ouvert by date_limite': search('ouvert', 'date_limite'),
    'page mode, ouvert by publication': search('ouvert', 'publication'),
    'page mode, clos by publication': search('clos', 'publication'),
    'page mode, tous by date_limite': search('tous', 'date_limite'),
    'page mode, tous by publication': search('tous', 'publication'),
    'cursor mode, ouvert, with total': walk({ statut: 'ouvert' }),
    'cursor mode, tous, with total': walk({ statut: 'tous' }),
    'cursor mode, tous, from the middle': walk({ statut: 'tous', after: draws.versionAt(0.5) }),
    'cursor mode, updated_since, with total': walk({ updated_since: draws.versionAt(0.6) }),
    'cursor mode, updated_since, later': walk({ updated_since: draws.versionAt(0.6), after: draws.versionAt(0.7) }),
    'opportunites, a feed of 2,000': feed(7),
    'opportunites, a feed of every open notice': feed(0),
  };
}

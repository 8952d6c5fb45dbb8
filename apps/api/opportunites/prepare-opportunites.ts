import { PER_PAGE_DEFAULT_PAGE_MODE, SCORE_MIN_DEFAULT } from '#contract/limits';
import {
  STATUTS_UTILISATEUR_DEFAULT,
  VERDICTS_DEFAULT,
  type OpportunitesQuery,
} from '#contract/parameters/opportunites-query';
import type { FeedSearch } from '#opportunites/read/feed';
import type { Facts } from '../access/policy.js';

/** A request of GET /opportunites, every default filled in. The account is the key's: no parameter names one. */
export function prepareOpportunites(query: OpportunitesQuery, _path: object, facts: Facts): FeedSearch {
  const { page = 1, per_page = PER_PAGE_DEFAULT_PAGE_MODE, ...filters } = query;
  const { score_min = SCORE_MIN_DEFAULT, verdict = VERDICTS_DEFAULT } = filters;
  const { statut_utilisateur = STATUTS_UTILISATEUR_DEFAULT } = filters;
  const { cle, visible, served } = facts;
  const compteId = cle.compte.id;
  return { compteId, visible, served, filters: { ...filters, score_min, verdict, statut_utilisateur }, page, per_page };
}

import { ContractError } from '#contract/errors';
import { PER_PAGE_DEFAULT_CURSOR_MODE, PER_PAGE_DEFAULT_PAGE_MODE, UPDATED_SINCE_MAX_DAYS } from '#contract/limits';
import { isPageMode, type AvisQuery } from '#contract/parameters/avis-query';
import type { AvisFilters } from '#avis/read/conditions';
import type { Search } from '#avis/read/searched';
import type { Walk } from '#avis/read/walked';
import type { Facts } from '../access/policy.js';
import { fingerprintOf } from '../cursors/cursor.js';
import { readWalkCursor } from '../cursors/walk-cursor.js';

/** A request of GET /avis, every default filled in. */
export type AvisRequest =
  | { mode: 'page'; per_page: number; search: Search }
  | { mode: 'curseur'; per_page: number; walk: Omit<Walk, 'marginSeconds'>; fingerprint: string };

/** @throws ContractError on a source that the key may not ask, an instant out of the window, a cursor of other filters. */
export function prepareAvis(query: AvisQuery, _path: object, facts: Facts): AvisRequest {
  return isPageMode(query) ? prepareSearch(query, facts) : prepareWalk(query, facts);
}

function prepareSearch(query: AvisQuery, facts: Facts): AvisRequest {
  const { q, statut = 'ouvert', page = 1, per_page = PER_PAGE_DEFAULT_PAGE_MODE } = query;
  const tri = query.tri ?? (statut === 'ouvert' ? 'date_limite' : 'publication');
  checkSources(query, facts.served);
  const filters = { ...filtersOf(query), source: query.source ?? facts.served };
  return { mode: 'page', per_page, search: { filters, q, statut, tri, page, per_page } };
}

function prepareWalk(query: AvisQuery, facts: Facts): AvisRequest {
  const { updated_since, curseur, per_page = PER_PAGE_DEFAULT_CURSOR_MODE } = query;
  checkSources(query, facts.visible);
  if (updated_since !== undefined) checkWindow(updated_since, facts.now);
  const statut = updated_since === undefined ? (query.statut ?? 'ouvert') : undefined;
  const filters = { ...filtersOf(query), source: query.source ?? facts.visible };
  const fingerprint = fingerprintOf({ ...filtersOf(query), source: query.source, statut, updated_since });
  const position = curseur === undefined ? undefined : readWalkCursor(curseur, fingerprint);
  // Changes are told whatever their statut: their last page's own horizon is right, and later.
  const since = updated_since === undefined ? position?.since : undefined;
  const sourcesAsked = query.source !== undefined;
  const walk = { filters, sourcesAsked, statut, updated_since, after: position?.after, since, per_page };
  return { mode: 'curseur', per_page, walk, fingerprint };
}

function filtersOf(query: AvisQuery): Omit<AvisFilters, 'source'> {
  const { departement, cpv, type_marche, budget_min, budget_max, completude_min } = query;
  const { date_limite_min, date_limite_max, publie_depuis } = query;
  const budgets = { budget_min, budget_max };
  const days = { date_limite_min, date_limite_max, publie_depuis };
  return { departement, cpv, type_marche, ...budgets, ...days, completude_min };
}

function checkSources({ source }: AvisQuery, accepted: readonly string[]): void {
  const refused = source?.find((code) => !accepted.includes(code));
  if (refused === undefined) return;
  throw new ContractError(
    'invalid_parameter',
    `Paramètre « source » invalide : « ${refused} » n’est pas une source servie ; acceptés : ${accepted.join(', ')}.`,
  );
}

function checkWindow(updatedSince: string, now: Date): void {
  const age = now.getTime() - Date.parse(updatedSince);
  if (age < 0) {
    throw new ContractError('invalid_parameter', 'Paramètre « updated_since » invalide : il est dans le futur.');
  }
  if (age > UPDATED_SINCE_MAX_DAYS * 86_400_000) {
    throw new ContractError(
      'resync_required',
      `« updated_since » date de plus de ${UPDATED_SINCE_MAX_DAYS} jours : refaites une copie complète, sans « updated_since ».`,
    );
  }
}

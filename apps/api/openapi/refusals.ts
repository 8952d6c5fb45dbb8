import type { ErrorCode } from '#contract/errors';
import { ERROR_STATUS } from '#contract/errors';
import { parametersOf } from '#contract/parameters/parameter';
import type { Policy } from '../access/policy.js';

/** French: when each code is answered. */
export const REFUSED_WHEN: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'paramètre inconnu, répété, vide, hors bornes ou mal formé, ou combinaison incompatible',
  invalid_cursor: 'curseur illisible ou employé avec d’autres filtres ; recommencez sans curseur',
  resync_required: '`updated_since` de plus de 30 jours ; refaites une copie complète',
  page_too_deep: '`page` × `per_page` dépasse 1000',
  filter_required: 'aucun des filtres obligatoires n’est donné',
  unauthorized: 'clé absente, inconnue, expirée ou révoquée',
  forbidden: 'compte non Pro, ou clé sans le périmètre demandé',
  not_found: 'ressource inconnue',
  rate_limited: 'trop de requêtes par minute ; attendez `Retry-After`',
  quota_exceeded: 'quota journalier atteint ; reprenez après minuit UTC',
  unavailable:
    'service ou ressource indisponible, délai de la base dépassé (`Retry-After: 30`), ou trop de requêtes simultanées (`Retry-After: 1`)',
};

/** The codes that a route can refuse with, by status, and when. */
export function refusalsOf(policy: Policy): Map<number, { code: ErrorCode; when: string }[]> {
  const query = new Set(parametersOf(policy.query).keys());
  const hasPath = parametersOf(policy.path).size > 0;
  const possible: [ErrorCode, boolean][] = [
    ['invalid_parameter', true],
    ['invalid_cursor', query.has('curseur')],
    ['resync_required', query.has('updated_since')],
    ['page_too_deep', query.has('page')],
    ['filter_required', policy.filterRequired === true],
    ['unauthorized', policy.keyed],
    ['forbidden', policy.keyed],
    ['not_found', hasPath],
    ['rate_limited', true],
    ['quota_exceeded', policy.quota !== null],
    ['unavailable', true],
  ];
  const refusals = new Map<number, { code: ErrorCode; when: string }[]>();
  for (const [code, can] of possible) {
    if (!can) continue;
    const status = ERROR_STATUS[code];
    refusals.set(status, [...(refusals.get(status) ?? []), { code, when: REFUSED_WHEN[code] }]);
  }
  return refusals;
}

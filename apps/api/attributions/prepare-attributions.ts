import { LIMITE_DEFAULT } from '#contract/limits';
import type { AttributionsQuery } from '#contract/parameters/attributions-query';
import type { AttributionsFilters, AttributionsPage } from '#avis/read/attributions';
import type { Facts } from '../access/policy.js';
import { fingerprintOf } from '../cursors/cursor.js';
import { readDayCursor } from '../cursors/day-cursor.js';

/** A request of GET /attributions, every default filled in. */
export interface AttributionsRequest {
  page: AttributionsPage;
  /** What binds its cursors. */
  fingerprint: string;
}

/** @throws ContractError invalid_cursor. */
export function prepareAttributions(query: AttributionsQuery, _path: object, { served }: Facts): AttributionsRequest {
  const { limite = LIMITE_DEFAULT, curseur, ...given } = query;
  const filters: AttributionsFilters = given;
  // No other list's cursor is read here.
  const fingerprint = fingerprintOf({ liste: 'attributions', ...filters });
  const position = curseur === undefined ? undefined : readDayCursor(curseur, fingerprint, isId);
  const after = position === undefined ? undefined : { jour: position.jour, id: position.cle };
  return { page: { sources: served, filters, after, limite }, fingerprint };
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

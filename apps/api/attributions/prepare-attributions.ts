import { LIMITE_DEFAULT } from '#contract/limits';
import type { AttributionsQuery } from '#contract/parameters/attributions-query';
import type { AttributionsFilters, AttributionsPage } from '#avis/read/attributions';
import type { Facts } from '../access/policy.js';
import { readDayCursor } from '../cursors/day-cursor.js';

/** A request of GET /attributions, every default filled in. @throws ContractError invalid_cursor. */
export function prepareAttributions(query: AttributionsQuery, _path: object, { served }: Facts): AttributionsPage {
  const { limite = LIMITE_DEFAULT, curseur, ...given } = query;
  const filters: AttributionsFilters = given;
  const position = curseur === undefined ? undefined : readDayCursor(curseur, cursorFilters(filters), isId);
  const after = position === undefined ? undefined : { jour: position.jour, id: position.cle };
  return { sources: served, filters, after, limite };
}

/** What a cursor of this list is bound to: no other list's cursor is read here. */
export function cursorFilters(filters: AttributionsFilters): object {
  return { liste: 'attributions', ...filters };
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

import { LIMITE_DEFAULT } from '#contract/limits';
import { hasParty, type ContratsQuery } from '#contract/parameters/contrats-query';
import type { ContratsPage } from '#contrats/read/contrats';
import type { ContratsFilters } from '#contrats/read/contrats-filters';
import { readDayCursor } from '../cursors/day-cursor.js';

/** A request of GET /contrats, every default filled in. */
export interface ContratsRequest {
  page: ContratsPage;
  /** Whether the first page counts: only with a buyer or a holder. */
  counted: boolean;
}

/** @throws ContractError invalid_cursor. */
export function prepareContrats(query: ContratsQuery): ContratsRequest {
  const { limite = LIMITE_DEFAULT, curseur, ...given } = query;
  const filters: ContratsFilters = given;
  const position = curseur === undefined ? undefined : readDayCursor(curseur, cursorFilters(filters), isN);
  const after = position === undefined ? undefined : { jour: position.jour, n: Number(position.cle) };
  return { page: { filters, after, limite }, counted: hasParty(filters) };
}

/** What a cursor of this list is bound to: no other list's cursor is read here. */
export function cursorFilters(filters: ContratsFilters): object {
  return { liste: 'contrats', ...filters };
}

const N_MAX = 2 ** 31 - 1;

function isN(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= N_MAX;
}

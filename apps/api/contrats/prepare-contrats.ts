import { LIMITE_DEFAULT } from '#contract/limits';
import { hasParty, type ContratsQuery } from '#contract/parameters/contrats-query';
import type { ContratsPage } from '#contrats/read/contrats';
import type { ContratsFilters } from '#contrats/read/contrats-filters';
import { fingerprintOf } from '../cursors/cursor.js';
import { readDayCursor } from '../cursors/day-cursor.js';

/** A request of GET /contrats, every default filled in. */
export interface ContratsRequest {
  page: ContratsPage;
  /** Whether the first page counts: only with a buyer or a holder. */
  counted: boolean;
  /** What binds its cursors. */
  fingerprint: string;
}

/** @throws ContractError invalid_cursor. */
export function prepareContrats(query: ContratsQuery): ContratsRequest {
  const { limite = LIMITE_DEFAULT, curseur, ...given } = query;
  const filters: ContratsFilters = given;
  // No other list's cursor is read here.
  const fingerprint = fingerprintOf({ liste: 'contrats', ...filters });
  const position = curseur === undefined ? undefined : readDayCursor(curseur, fingerprint, isN);
  const after = position === undefined ? undefined : { jour: position.jour, n: Number(position.cle) };
  return { page: { filters, after, limite }, counted: hasParty(filters), fingerprint };
}

const N_MAX = 2 ** 31 - 1;

function isN(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= N_MAX;
}

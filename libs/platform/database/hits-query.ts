import type pg from 'pg';
import type { Conditions } from './conditions.js';

/**
 * How many rows the conditions keep, counted up to one more than `most`: whoever asks chooses a plan by it.
 * @param from table and alias. @returns a query of one row, `hits`.
 */
export function hitsQuery(from: string, conditions: Conditions, most: number): pg.QueryConfig {
  return {
    text: `select count(*)::int as hits from (
  select from ${from}
  where ${conditions.sql}
  limit ${most + 1}
) hit`,
    values: conditions.values,
  };
}

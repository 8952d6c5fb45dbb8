import type pg from 'pg';

/** A place in the walk of open notices by version where a page of 100 begins. */
export interface Position {
  /** Number of the page, from 1. */
  page: number;
  /** Version of the last notice before it, 27 characters. */
  after: string;
}

export const PER_PAGE = 100;
/** Pages asked for in turns, spread over the whole walk but its first page, which also counts, and its last, which is short. */
const PAGES = 40;

/** Where pages begin, spread over the walk. */
export async function drawPositions(pool: pg.Pool): Promise<Position[]> {
  const { rows } = await pool.query<Position>(
    `select page, after from (
       select row_number() over (order by version) as rang, count(*) over () as total,
         (row_number() over (order by version) / $1::int + 1)::int as page,
         to_char(version at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as after
       from read.avis where statut = 'ouvert') o
     where rang % $1::int = 0 and rang + $1::int < total order by rang`,
    [PER_PAGE],
  );
  const step = Math.max(1, Math.floor(rows.length / PAGES));
  return rows.filter((_, n) => n % step === 0).slice(0, PAGES);
}

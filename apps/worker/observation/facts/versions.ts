import type { FactPart } from './fact-part.js';
import { known } from './fact-part.js';

const VERSIONS = `select s.loading,
    extract(epoch from s.last_version)::float8 as stamped,
    extract(epoch from clock_timestamp() - s.last_version)::float8 as lag,
    extract(epoch from s.last_projection)::float8 as projected,
    (select extract(epoch from clock_timestamp() - a.version)::float8 from read.avis a
     where a.version <= clock_timestamp() - $1 * interval '1 second' order by a.version desc limit 1) as served
  from read.state s`;

interface Row {
  loading: boolean;
  stamped: number;
  lag: number;
  projected: number | null;
  served: number | null;
}

/** What clients may read, and how old it is. @param marginSeconds SYNC_MARGIN_SECONDS. */
export function versions(marginSeconds: number): FactPart {
  return {
    name: 'versions',
    everyMs: 15_000,
    metrics: [
      {
        name: 'marches_loading',
        help: '1 until the first load is over: notices are not served yet.',
        kind: 'gauge',
      },
      {
        name: 'marches_last_version_timestamp_seconds',
        help: 'The last version stamped, as an instant.',
        kind: 'gauge',
      },
      {
        name: 'marches_version_lag_seconds',
        help: 'Now less the last version stamped; negative after a restore whose floor lies ahead of the clock.',
        kind: 'gauge',
      },
      {
        name: 'marches_last_projection_timestamp_seconds',
        help: 'When a version was last published.',
        kind: 'gauge',
      },
      {
        name: 'marches_newest_served_version_age_seconds',
        help: 'Age of the newest version that cursor mode serves, SYNC_MARGIN_SECONDS at least.',
        kind: 'gauge',
      },
    ],
    async ask(db) {
      const { rows } = await db.query<Row>(VERSIONS, [marginSeconds]);
      const [row] = rows;
      if (row === undefined) throw new Error('read.state has no row');
      return {
        marches_loading: known(Number(row.loading)),
        marches_last_version_timestamp_seconds: known(row.stamped),
        marches_version_lag_seconds: known(row.lag),
        marches_last_projection_timestamp_seconds: known(row.projected),
        marches_newest_served_version_age_seconds: known(row.served),
      };
    },
  };
}

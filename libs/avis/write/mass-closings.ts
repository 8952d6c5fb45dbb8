import type { DataSource } from 'typeorm';
import type { SourceCode } from '#sources/registry';
import { FEWEST_OF_A_MASS } from './mass-disappearance.js';
import { MASS_SHARE } from './replay/disappearances.js';

export interface MassClosing {
  source: SourceCode;
  /** Notices closed before their deadline within an hour: cancelled, or awarded. */
  closed: number;
  /** Notices still open. */
  open: number;
}

/**
 * Sources that closed more than MASS_SHARE of their open notices before their deadlines within the last hour. An alert
 * only: each closing is the source's own word, archived and served; reading it otherwise needs a mended mapping and a
 * replay. None during the first load.
 */
export function massClosings(db: DataSource, now: Date): Promise<MassClosing[]> {
  return db.query<MassClosing[]>(
    `with recent as (
       select source, count(*)::int as closed from read.avis
       where version > $1::timestamptz - interval '1 hour' and statut = 'clos' and date_limite > $1::timestamptz
         and not (select loading from read.state)
       group by source having count(*) >= $2
     ), counted as (
       select source, closed, (select count(*)::int from read.avis o where o.source = recent.source and o.statut = 'ouvert') as open
       from recent
     )
     select source, closed, open from counted where closed > (closed + open) * $3::float8 order by source`,
    [now, FEWEST_OF_A_MASS, MASS_SHARE],
  );
}

import type { EntityManager } from 'typeorm';
import type { SourceCode } from '#sources/registry';
import type { ReplayState } from './replay-state.js';

/** Share of the served notices, of one source or of all, beyond which their disappearance needs the operator's word. */
export const MASS_SHARE = 0.2;

export interface Disappearance {
  /** Null for all sources together. */
  source: SourceCode | null;
  /** Served now. */
  served: number;
  /** Served now, retired after. */
  gone: number;
  mass: boolean;
}

/** Too many notices would be gone: more likely a defect of a mapping than a fact. */
export class MassDisappearance extends Error {
  override readonly name = 'MassDisappearance';
  constructor(readonly disappearances: readonly Disappearance[]) {
    super('too many notices would be gone');
  }
}

/** How many notices each source would lose; those that lose none are left out. */
export async function disappearances(db: Pick<EntityManager, 'query'>, replay: ReplayState): Promise<Disappearance[]> {
  const rows = await db.query<{ source: SourceCode | null; served: number; gone: number }[]>(
    `with gone as (select source, count(*)::int as n from shadow.difference where nature = 'gone' group by source),
     served as (
       select source, count(*)::int as n from read.avis where statut <> 'retire' and source = any($1::text[]) group by source
     )
     select s.source, s.n as served, g.n as gone from served s join gone g on g.source = s.source
     union all
     select null, sum(s.n)::int, sum(coalesce(g.n, 0))::int from served s left join gone g on g.source = s.source
     having sum(coalesce(g.n, 0)) > 0
     order by source nulls first`,
    [replay.sources],
  );
  return rows.map((row) => ({ ...row, mass: row.gone > row.served * MASS_SHARE }));
}

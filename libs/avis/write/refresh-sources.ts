import type { DataSource } from 'typeorm';
import { SOURCES } from '#sources/registry';

export interface RefreshSourcesOptions {
  /**
   * Seconds after the end of a successful collection within which the next one should have succeeded, by source; none for
   * a source that nobody collects here.
   */
  dueAfterSeconds: ReadonlyMap<string, number>;
}

/**
 * Brings read.source up to date: state, mean completeness on what each source itself published, last publication and
 * collection, and when the next collection is due: after the last success, the last change of its settings or, where it
 * never succeeded, the last documents of a first load that goes on, else its first attempt. `coupee` is left to
 * source-state.ts but in a new row: here it would be written from a snapshot older than a cut.
 * @returns number of rows that changed.
 */
export async function refreshSources(db: DataSource, { dueAfterSeconds }: RefreshSourcesOptions): Promise<number> {
  const codes = SOURCES.map((source) => source.code);
  const rows = await db.query<unknown[]>(
    `insert into read.source as r (code, coupee, completude_moyenne, derniere_publication, derniere_collecte, due_at)
     select s.code, coalesce(w.coupee, false), m.moyenne, w.derniere_publication, c.derniere,
       greatest(coalesce(c.derniere, f.chargement), g.regle_le) + s.due_after * interval '1 second'
     from unnest($1::text[], $2::int[]) as s (code, due_after)
     left join write.source w on w.code = s.code
     left join write.reglage g on g.source = s.code
     left join (select source, round(avg(completude_propre), 1) as moyenne from read.avis
                where statut <> 'retire' group by source) m on m.source = s.code
     left join lateral (select ended_at as derniere from write.run
                where source = s.code and outcome = 'succeeded' order by id desc limit 1) c on true
     left join lateral (select greatest(started_at, w.position_at) as chargement from write.run
                where source = s.code order by id limit 1) f on true
     on conflict (code) do update set completude_moyenne = excluded.completude_moyenne,
       derniere_publication = excluded.derniere_publication, derniere_collecte = excluded.derniere_collecte,
       due_at = excluded.due_at
     where (r.completude_moyenne, r.derniere_publication, r.derniere_collecte, r.due_at) is distinct from
       (excluded.completude_moyenne, excluded.derniere_publication, excluded.derniere_collecte, excluded.due_at)
     returning 1`,
    [codes, codes.map((code) => dueAfterSeconds.get(code) ?? null)],
  );
  return rows.length;
}

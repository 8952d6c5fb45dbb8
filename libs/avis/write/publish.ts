import type { EntityManager } from 'typeorm';
import type { Rendered } from '../project/rendered.js';
import type { ProjectReason } from './queue.js';

/**
 * Hands rendered notices to the database's stamp, in their order. The last statement of its transaction: rows become
 * visible in the order of their versions only if nothing follows.
 * @param reasonOf why each is projected, for its history.
 * @returns how many were stamped.
 */
export async function publish(
  manager: EntityManager,
  rendered: readonly Rendered[],
  reasonOf: (row: Rendered) => ProjectReason = () => 'publication',
): Promise<number> {
  await queueScoring(manager, rendered);
  const column = <K extends keyof Rendered>(key: K): Rendered[K][] => rendered.map((row) => row[key]);
  const [row] = await manager.query<{ stamped: number }[]>(
    `select write.publish_avis(array(
       select row(r.id, r.statut, r.closes_at, r.source, string_to_array(r.departements, ','),
         r.acheteur_siret, r.cpv, r.type_marche, r.budget, r.date_limite, r.jour_limite, r.date_publication, r.completude, r.completude_propre, r.recherche,
         r.liste, r.detail, r.empreinte, r.reason)::write.avis_rendu
       from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::numeric[], $10::timestamptz[], $11::date[], $12::date[], $13::smallint[], $14::smallint[],
         $15::text[], $16::text[], $17::text[], $18::bytea[], $19::text[]) with ordinality
         as r (id, statut, closes_at, source, departements, acheteur_siret, cpv, type_marche, budget, date_limite,
           jour_limite, date_publication, completude, completude_propre, recherche, liste, detail, empreinte, reason, rang)
       order by r.rang)) as stamped`,
    [
      column('id'),
      column('statut'),
      column('closes_at').map((instant) => instant?.toISOString() ?? null),
      column('source'),
      // Arrays of arrays of different lengths cannot be sent; codes hold no comma.
      column('departements').map((codes) => codes.join(',')),
      column('acheteur_siret'),
      column('cpv'),
      column('type_marche'),
      column('budget'),
      column('date_limite'),
      column('jour_limite'),
      column('date_publication'),
      column('completude'),
      column('completude_propre'),
      column('recherche'),
      column('liste'),
      column('detail'),
      column('empreinte'),
      rendered.map(reasonOf),
    ],
  );
  return row?.stamped ?? 0;
}

/**
 * Queues for scoring the notices that the stamp is about to change, before it since nothing may follow it. Whoever
 * projects a notice holds its row of write.a_projeter: what is compared here does not change in between.
 */
async function queueScoring(manager: EntityManager, rendered: readonly Rendered[]): Promise<void> {
  await manager.query(
    `insert into write.a_noter as q (avis_id)
     select r.id from unnest($1::uuid[], $2::bytea[]) as r (id, empreinte) left join read.avis a on a.id = r.id
     where a.empreinte is distinct from r.empreinte order by r.id
     on conflict (avis_id) do update set attempts = 0, error = null, not_before = null`,
    [rendered.map(({ id }) => id), rendered.map(({ empreinte }) => empreinte)],
  );
}

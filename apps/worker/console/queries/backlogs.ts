import type { DataSource } from 'typeorm';

/** Work that one stage has yet to do. */
export interface Backlog {
  /** As in docs/architecture.md. */
  stage: string;
  /** What waits, in words. */
  quoi: string;
  /** Counted up to `COUNTED_MAX`. */
  attente: number;
  /** Seconds since the oldest waits; null where nothing does. */
  depuis: number | null;
  /** Rows that our own code failed on. */
  erreurs: number;
  /** What one of them says. */
  erreur: string | null;
}

/** More is shown as "plus de". */
export const COUNTED_MAX = 100_000;

const QUEUES = [
  { stage: 'match', quoi: 'avis à replier et à comparer', table: 'write.a_apparier', where: 'true' },
  { stage: 'project', quoi: 'avis à rendre', table: 'write.a_projeter', where: 'true' },
  {
    stage: 'project-attributions',
    quoi: 'avis d’attribution à rendre',
    table: 'write.a_recalculer',
    where: `objet = 'attribution'`,
  },
  { stage: 'recalculer', quoi: 'contrats à rendre', table: 'write.a_recalculer', where: `objet = 'contrat'` },
  { stage: 'recalculer', quoi: 'prestataires à rendre', table: 'write.a_recalculer', where: `objet = 'prestataire'` },
  { stage: 'recalculer', quoi: 'acheteurs à rendre', table: 'write.a_recalculer', where: `objet = 'acheteur'` },
  { stage: 'score', quoi: 'avis à noter', table: 'write.a_noter', where: 'true' },
  { stage: 'score', quoi: 'profils à noter', table: 'write.profil_a_noter', where: 'true' },
] as const;

/** What each stage has yet to do, in the order in which the stages follow each other. */
export async function backlogs(db: DataSource): Promise<Backlog[]> {
  const queues = QUEUES.map(
    ({ stage, quoi, table, where }) => `
      select '${stage}' as stage, '${quoi}' as quoi,
        (select count(*)::int from (select from ${table} where ${where} limit ${COUNTED_MAX + 1}) as w) as attente,
        (select extract(epoch from now() - min(since))::float8 from ${table} where ${where}) as depuis,
        (select count(*)::int from (select from ${table} where ${where} and error is not null limit 1000) as e) as erreurs,
        (select left(error, 300) from ${table} where ${where} and error is not null limit 1) as erreur`,
  );
  return db.query<Backlog[]>(`
    select 'normalise' as stage, 'documents à lire' as quoi,
      (select count(*)::int from (select from write.a_normaliser limit ${COUNTED_MAX + 1}) as w) as attente,
      (select extract(epoch from now() - collected_at)::float8 from write.document
       where id = (select min(document_id) from write.a_normaliser)) as depuis,
      0 as erreurs, null as erreur
    union all ${queues.join(' union all ')}`);
}

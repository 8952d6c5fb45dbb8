import type { DataSource } from 'typeorm';

/**
 * Ends the first load: from here on versions follow the clock and the API serves. Refused while a document waits, or
 * a notice or an award notice for its first attempt. Can never be undone (trigger on read.state). @returns whether the load is over.
 */
export async function finishLoading(db: DataSource): Promise<boolean> {
  return db.transaction(async (manager) => {
    const [state] = await manager.query<{ loading: boolean; ready: boolean }[]>(
      `select loading, not exists (select from write.a_normaliser)
         and not exists (select from write.a_apparier where attempts = 0)
         and not exists (select from write.a_projeter where attempts = 0)
         and not exists (select from write.a_recalculer where objet = 'attribution' and attempts = 0) as ready
       from read.state for update`,
    );
    if (state?.loading !== true) return state?.loading === false;
    if (!state.ready) return false;
    // The first requests come before autovacuum: without statistics they would be planned for an empty table.
    await manager.query('analyze read.avis, read.avis_departement, read.attribution');
    await manager.query('update read.state set loading = false');
    return true;
  });
}

import type { DataSource } from 'typeorm';

/**
 * Ends the first load: from here on versions follow the clock and the API serves. Refused while a document waits or a
 * notice waits for its first attempt. Can never be undone (trigger on read.state). @returns whether the load is over.
 */
export async function finishLoading(db: DataSource): Promise<boolean> {
  return db.transaction(async (manager) => {
    await manager.query(
      `update read.state set loading = false
       where loading and not exists (select from write.a_normaliser)
         and not exists (select from write.a_projeter where attempts = 0)`,
    );
    const [state] = await manager.query<{ loading: boolean }[]>('select loading from read.state');
    return state?.loading === false;
  });
}

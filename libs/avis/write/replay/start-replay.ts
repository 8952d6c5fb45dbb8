import type { DataSource, EntityManager } from 'typeorm';
import { SOURCES, type SourceCode } from '#sources/registry';
import { readReplay, type ReplayState } from './replay-state.js';
import { copiedColumns, createShadow, dropShadow, REBUILT } from './shadow-schema.js';

export interface ReplayScope {
  /** Whose documents are normalised again; all when absent. */
  sources?: readonly SourceCode[] | undefined;
  /** Documents collected before keep what they gave. */
  since?: Date | null | undefined;
}

/** Makes an empty shadow in place of any other, and copies into it the facts that stay as they stand. */
export async function startReplay(db: DataSource, { sources, since = null }: ReplayScope): Promise<ReplayState> {
  const chosen = SOURCES.map(({ code }) => code).filter((code) => sources?.includes(code) ?? true);
  await db.transaction(async (manager) => {
    await dropShadow(manager);
    await createShadow(manager);
    await manager.query('insert into shadow.replay (sources, since) values ($1, $2)', [chosen, since]);
  });
  // One instant of the facts in force and of the archive, while the worker goes on.
  await db.transaction('REPEATABLE READ', (manager) => fill(manager, chosen, since));
  const state = await readReplay(db);
  if (state === null) throw new Error('the replay that was just started is not there');
  return state;
}

async function fill(manager: EntityManager, chosen: readonly SourceCode[], since: Date | null): Promise<void> {
  const others = SOURCES.map(({ code }) => code).filter((code) => !chosen.includes(code));
  await manager.query('set local synchronous_commit = off');
  await manager.query(
    `insert into shadow.progress (source, upto)
     select code, 0 from unnest($1::text[]) as c (code)
     union all
     select code, coalesce((select max(d.id) from write.document d
       where d.source = code and not exists (select from write.a_normaliser n where n.document_id = d.id)), 0)
     from unnest($2::text[]) as o (code)`,
    [chosen, others],
  );
  if (others.length > 0) {
    for (const table of REBUILT) {
      const columns = await copiedColumns(manager, table);
      await manager.query(
        `insert into shadow.${table} (${columns}) select ${columns} from write.${table} where source = any($1::text[])`,
        [others],
      );
    }
    await manager.query(`insert into shadow.a_apparier (avis_id, reason) select id, 'replay' from shadow.avis`);
  }
  if (since !== null) {
    await manager.query(
      `insert into shadow.kept (document_id, identifiant)
       select document_id, identifiant from write.publication where source = any($1::text[])`,
      [chosen],
    );
  }
  await manager.query('analyze shadow.progress; analyze shadow.kept');
}

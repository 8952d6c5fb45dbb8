import type { QueryRunner } from 'typeorm';
import { openStage } from '#avis/write/locks';
import { queueProjection } from '#avis/write/queue';
import type { StepContext } from './step.js';

/** Notices of one transaction. */
const BATCH = 1_000;

/** Makes `a_attacher` (avis_id, siret): the notices whose verdict is a SIRET. */
export async function prepareAttachments(session: QueryRunner): Promise<void> {
  await session.query(`
    create temp table a_attacher as
      select c.avis_id, v.siret
      from candidat c join verdict v on v.cle = c.cle and v.departement is not distinct from c.departement
      where c.pourvu is null and v.siret is not null;
    create unique index on a_attacher (avis_id);
    analyze a_attacher`);
}

/**
 * Writes the attachments and queues their notices, batch by batch, each whole or not at all: what a stop leaves out is
 * attached the next time. @returns how many notices it attached and queued.
 */
export async function attach(session: QueryRunner, { onStep, signal }: StepContext): Promise<number> {
  const [count] = (await session.query('select count(*)::int as n from a_attacher')) as { n: number }[];
  let last = '00000000-0000-0000-0000-000000000000';
  let attached = 0;
  for (let done = 0; ;) {
    onStep('attachment', done, count?.n ?? 0);
    signal.throwIfAborted();
    const rows = (await session.query(
      'select avis_id, siret from a_attacher where avis_id > $1 order by avis_id limit $2',
      [last, BATCH],
    )) as { avis_id: string; siret: string }[];
    if (rows.length === 0) return attached;
    attached += await attachBatch(session, rows);
    last = rows.at(-1)?.avis_id ?? last;
    done += rows.length;
  }
}

async function attachBatch(session: QueryRunner, rows: readonly { avis_id: string; siret: string }[]): Promise<number> {
  return session.manager.transaction(async (manager) => {
    await openStage(manager);
    const added = await manager.query<{ avis_id: string }[]>(
      `insert into write.siret_deduit (avis_id, siret)
       select avis_id, siret from unnest($1::uuid[], $2::text[]) as r (avis_id, siret)
       on conflict do nothing returning avis_id`,
      [rows.map((row) => row.avis_id), rows.map((row) => row.siret)],
    );
    await queueProjection(
      manager,
      'write',
      added.map((row) => row.avis_id),
      'deduction',
    );
    return added.length;
  });
}

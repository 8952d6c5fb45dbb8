import type pg from 'pg';
import type { DataSource } from 'typeorm';
import { Quota } from '#access/quota/quota';
import { closeDue } from '#avis/write/close-due';
import { publishNotices } from '../../apps/api/testing/notices.js';
import { nth } from './draws.js';
import type { Operation } from './operation.js';

/** Notices that `publish` writes begin so: they are removed afterwards (`removePublished`). */
const PREFIX = 'echelle-';
let published = 0;
const ids: string[] = [];

export function writeOperations(): Operation[] {
  return [
    {
      name: 'quota: reserve and give back',
      bound: 'page',
      work: (draws, i) => async (db) => {
        const quota = new Quota(db);
        const reserve = await quota.reserve(nth(draws.comptes, i), 'general', 100);
        if (!reserve.accorde) throw new Error('the quota of a benchmark is used up');
        await quota.refund(reserve, 99);
        return 1;
      },
    },
    {
      name: 'publish a new notice',
      bound: 'page',
      owner: true,
      work: (_draws, i) => (db) => publish(db, `${PREFIX}${(published += 1)}-${i}`, 'Nouveau'),
    },
    {
      name: 'publish a changed notice',
      bound: 'page',
      owner: true,
      work: (_draws, i) => (db) => publish(db, `${PREFIX}${i}`, `Corrigé ${(published += 1)}`),
    },
    {
      name: 'look for notices to close',
      bound: 'page',
      owner: true,
      work: () => async (db) => {
        const source = {
          query: async (text: string, values: unknown[]) => (await db.query<object>({ text, values })).rows,
        };
        return closeDue(source as unknown as DataSource, { clock: { now: () => new Date(0) }, limit: 500 });
      },
    },
  ];
}

async function publish(db: pg.Pool, identifiant: string, titre: string): Promise<number> {
  const pool = { query: (text: string, values: unknown[]) => db.query({ text, values }) };
  ids.push(...(await publishNotices(pool as never, { [identifiant]: { titre } })));
  return 1;
}

/** Leaves the data as they were. */
export async function removePublished(owner: pg.Pool): Promise<void> {
  await owner.query('delete from read.avis where id = any($1::uuid[])', [ids]);
  await owner.query('delete from write.historique where avis_id = any($1::uuid[])', [ids]);
  await owner.query('truncate write.a_noter, write.a_projeter');
}

import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { siretOf } from '#acheteurs/testing/sirets';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { Waker } from '../wake.js';
import { DeduceJob } from './deduce.job.js';

// What it says is for the log; here it would hide what fails.
Logger.overrideLogger(false);

let database: TestDatabase;
let db: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: [], poolSize: 2, applicationName: 'test' });
  await db.initialize();
  const acheteur = (siret: string | null) =>
    JSON.stringify({ acheteur: { nom: 'Commune de Carros', siret, departement: '06' } });
  await database.pool.query(
    'insert into write.match_notice (avis_id, notice) values (gen_random_uuid(), $1), (gen_random_uuid(), $2)',
    [acheteur(siretOf(21_060_033)), acheteur(null)],
  );
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

/** Runs the job once. @returns what it woke, and how far it said that it was. */
async function run(): Promise<{ woken: string[]; shares: (number | null)[] }> {
  const woken: string[] = [];
  const shares: (number | null)[] = [];
  const job = new DeduceJob(db, { wake: (name: string) => woken.push(name) } as unknown as Waker);
  await job.run(
    {},
    { signal: new AbortController().signal, jobId: null, progress: ({ share }) => void shares.push(share) },
  );
  return { woken, shares };
}

async function attached(): Promise<number | null> {
  return (await database.pool.query('select 1 from write.siret_deduit')).rowCount;
}

test('nothing is attached during the first load, nor while another deduction runs', async () => {
  expect(await run()).toEqual({ woken: [], shares: [] });
  await database.pool.query('update read.state set loading = false');
  const other = await database.pool.connect();
  try {
    await other.query('select pg_advisory_lock(7301950147)');
    expect((await run()).woken).toEqual([]);
  } finally {
    other.release(true);
  }
  expect(await attached()).toBe(0);
});

test('what is attached is projected; progress only rises', async () => {
  const { woken, shares } = await run();
  expect(woken).toEqual(['project']);
  expect(await attached()).toBe(1);
  expect(shares).toEqual([...shares].sort((a, b) => (a ?? 0) - (b ?? 0)));
  expect(shares.at(-1)).toBe(1);
  expect((await run()).woken).toEqual([]);
});

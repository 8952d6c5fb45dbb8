import type { DataSource } from 'typeorm';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { type Collect, type HttpClient, HttpFault, type Position } from '#sources/adapter';
import { boampDocument } from '../testing/source.js';
import { collectSource } from './collect-source.js';
import { RunLocks } from './run-locks.js';

let database: TestDatabase;
let db: DataSource;
let locks: RunLocks;
beforeAll(async () => {
  database = await createTestDatabase();
  locks = new RunLocks(database.url);
  db = await createDataSource({
    url: database.url,
    entities: AVIS_ENTITIES,
    poolSize: 4,
    applicationName: 'test',
  }).initialize();
});
afterAll(async () => {
  await locks.close();
  await db.destroy();
  await database.close();
});

/** One run at an address. @returns the position that the source was given. */
async function run(adresse: string, answers: boolean): Promise<Position | null> {
  let given: Position | null = null;
  const collect: Collect = async function* ({ position }) {
    given = position;
    if (!answers) throw new HttpFault('refused', `${adresse} could not be read`);
    yield await Promise.resolve({
      documents: [boampDocument(1)],
      position: { reached: adresse },
      faults: [],
      progress: 1,
    });
  };
  await collectSource({
    db,
    locks,
    source: 'boamp',
    adresse,
    collect,
    http: () => ({}) as HttpClient,
    clock: systemClock,
    since: '2026-11-01',
    signal: new AbortController().signal,
    jobId: null,
    onArchived: () => undefined,
  });
  return given;
}

test('a position never passes to another address, even when its first runs there bring nothing', async () => {
  expect(await run('http://one.test', true)).toBeNull();
  expect(await run('http://one.test', false)).toEqual({ reached: 'http://one.test' });
  expect(await run('http://two.test', false)).toBeNull();
  expect(await run('http://two.test', true)).toBeNull();
  expect(await run('http://two.test', false)).toEqual({ reached: 'http://two.test' });
  expect(await run('http://one.test', false)).toBeNull();
});

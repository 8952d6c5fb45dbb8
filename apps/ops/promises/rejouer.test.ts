import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import type { ReplayReport } from '#avis/write/replay/report';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { RawDocument } from '#sources/adapter';
import { normaliserOf } from '#sources/adapters';
import { gazetteDocuments } from '../../feeds/testing/gazette-documents.js';
import { ops, opsJson } from '../testing/ops.js';

jest.setTimeout(400_000);

const SEED = 20_261_121;
const DOCUMENTS = 2_000;
const BATCH = 500;
const SITE_URL = 'https://exemple.fr';

let database: TestDatabase;
let db: DataSource;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDataSource({ url: database.url, entities: AVIS_ENTITIES, poolSize: 3, applicationName: 'test' });
  await db.initialize();
  env = { ...process.env, DATABASE_URL: database.url, SITE_URL };
  for (const source of ['boamp', 'ted'] as const) {
    const documents: RawDocument[] = [...gazetteDocuments(source, SEED, DOCUMENTS)];
    for (let index = 0; index < documents.length; index += BATCH) {
      const batch = documents.slice(index, index + BATCH);
      await archiveBatch(db, source, { documents: batch, position: {}, faults: [], progress: null });
    }
  }
  while ((await normaliseBatch(db, normaliserOf, BATCH)).done > 0);
  while ((await matchBatch(db, { limit: BATCH })).done > 0);
  await projectAll();
  await database.pool.query('update read.state set loading = false');
});
afterAll(async () => {
  await db.destroy();
  await database.close();
});

async function projectAll(): Promise<number> {
  let published = 0;
  for (;;) {
    const counts = await projectBatch(db, { clock: systemClock, limit: BATCH, siteUrl: SITE_URL });
    if (counts.done === 0) return published;
    published += counts.published;
  }
}

async function inForce(): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select (select md5(string_agg(id::text || version || liste || detail, '' order by id)) from read.avis) as served,
       (select md5(string_agg(id::text || servable || coalesce(facts::text, ''), '' order by id)) from write.avis) as avis,
       (select md5(string_agg(document_id || identifiant || coalesce(avis_id::text, '') || body, '' order by document_id))
        from write.publication) as publications,
       (select count(*) from write.a_projeter) as queued`,
  );
  return rows;
}

test('killed with -9 in its middle it leaves everything as it was; run again, nothing differs, and applying changes nothing', async () => {
  const before = await inForce();
  const child = spawn(process.execPath, ['dist/apps/ops/main.js', 'rejouer'], {
    env: { ...env, NODE_OPTIONS: '' },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until(`to_regclass('shadow.progress') is not null`);
  await until(`exists (select from shadow.progress where renormalised > 0)`);
  child.kill('SIGKILL');
  await ended;
  await until(
    `not exists (select from pg_stat_activity where datname = current_database() and application_name = 'marches-ops')`,
  );
  expect(await inForce()).toEqual(before);
  expect(await ops(['rejouer', 'appliquer'], env)).toMatchObject({ code: 1 });
  expect(await ops(['rejouer', 'rapport'], env)).toMatchObject({ code: 1 });

  const report = await opsJson<ReplayReport>(['rejouer'], env);
  expect(report.documents.renormalised).toBeGreaterThan(DOCUMENTS * 0.9);
  expect(report.publications.after).toBe(report.publications.before);
  expect(report).toMatchObject({
    avis: { added: 0, changed: 0, gone: 0, filters: 0, failed: 0, waiting: 0 },
    fields: [],
  });
  expect(await opsJson(['rejouer', 'rapport'], env)).toEqual(report);
  expect(await opsJson(['rejouer', 'appliquer'], env)).toEqual({ queued: 0 });
  expect(await inForce()).toEqual(before);
});

test('the report names what changes; abandoned, nothing is left of it', async () => {
  const before = await inForce();
  // Another address of the site: one field of the served form, and of the notices of known buyers only.
  const other = { ...env, SITE_URL: 'https://autre.fr' };
  const { stdout, code, stderr } = await ops(['rejouer', '--source', 'ted', '--depuis', '2026-01-01'], other);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^sources +ted$/m);
  expect(stdout).toMatch(
    /^liens\.acheteur: \d+ notices\n {2}[0-9a-f-]{36} {2}https:\/\/exemple\.fr.* -> https:\/\/autre\.fr/m,
  );
  expect(stdout).toContain('ops rejouer appliquer');
  expect(stderr).toMatch(/^documents: \d+ of \d+/m);
  expect(await opsJson(['rejouer', 'abandonner'], env)).toEqual({ dropped: true });
  expect(await inForce()).toEqual(before);
  expect(await ops(['rejouer', '--depuis', '2026-02-30'], env)).toMatchObject({ code: 2 });
});

async function until(condition: string): Promise<void> {
  for (const limit = Date.now() + 120_000; ;) {
    const { rows } = await database.pool.query<{ ok: boolean }>(`select (${condition}) as ok`);
    if (rows[0]?.ok === true) return;
    if (Date.now() > limit) throw new Error(`waited in vain for: ${condition}`);
    await sleep(50);
  }
}

import type { DataSource } from 'typeorm';
import type { Clock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { Publication } from '#sources/publication';
import { archiveBatch } from '../write/archive.js';
import { AVIS_ENTITIES } from '../write/entities/entities.js';
import { matchBatch } from '../write/match/match-batch.js';
import { normaliseBatch } from '../write/normalise.js';
import { projectBatch } from '../write/project.js';
import { batchOf, normaliserOf } from './publications.js';

/** The stages over a database of their own, with a clock that tests set. */
export interface World {
  database: TestDatabase;
  db: DataSource;
  clock: Clock & { set(instant: string): void };
  /** Archives in the order given, then drains the stages with batches of this size. */
  ingest(publications: readonly Publication[], batch?: number): Promise<void>;
  normaliseAll(batch?: number): Promise<void>;
  matchAll(batch?: number): Promise<void>;
  /** What is left to match first. */
  projectAll(batch?: number): Promise<number>;
  /** Served forms by id, version apart. */
  served(): Promise<Record<string, { liste: Record<string, unknown>; detail: Record<string, unknown> }>>;
  /** Empties everything. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export const SITE_URL = 'https://exemple.fr';

export async function createWorld(now = '2026-11-02T08:00:00Z'): Promise<World> {
  const database = await createTestDatabase();
  const db = createDataSource({ url: database.url, entities: AVIS_ENTITIES, poolSize: 20, applicationName: 'test' });
  await db.initialize();
  let instant = new Date(now);
  const clock = { now: () => instant, set: (text: string) => void (instant = new Date(text)) };
  const world: World = {
    database,
    db,
    clock,
    async ingest(publications, batch = 500) {
      for (let index = 0; index < publications.length; index += batch) {
        const slice = publications.slice(index, index + batch);
        for (const source of new Set(slice.map((one) => one.source))) {
          await archiveBatch(db, source, batchOf(slice.filter((one) => one.source === source)));
        }
      }
      await world.normaliseAll(batch);
      await world.projectAll(batch);
    },
    async normaliseAll(batch = 500) {
      while ((await normaliseBatch(db, normaliserOf, batch)).done > 0);
    },
    async matchAll(batch = 500) {
      while ((await matchBatch(db, { limit: batch })).done > 0);
    },
    async projectAll(batch = 500) {
      await world.matchAll(batch);
      let published = 0;
      for (;;) {
        const counts = await projectBatch(db, { clock, limit: batch, siteUrl: SITE_URL });
        published += counts.published;
        if (counts.done === 0) return published;
      }
    },
    async served() {
      const { rows } = await database.pool.query<{ id: string; liste: string; detail: string }>(
        'select id, liste, detail from read.avis order by id',
      );
      return Object.fromEntries(
        rows.map(({ id, liste, detail }) => [id, { liste: withoutVersion(liste), detail: withoutVersion(detail) }]),
      );
    },
    async reset() {
      await database.pool.query('drop schema if exists shadow cascade');
      await database.pool.query(
        `truncate read.avis, write.a_projeter, write.publication, write.avis, write.attribution, write.rejection,
           write.a_normaliser, write.document, write.source, write.suppression, write.decision, write.historique,
           write.disparition, write.disparition_retenue, write.a_apparier, write.match_notice, write.match_key, write.link,
           write.imposed_link, write.cluster, write.siret_deduit, read.attribution, write.a_recalculer`,
      );
    },
    async close() {
      await db.destroy();
      await database.close();
    },
  };
  return world;
}

function withoutVersion(text: string): Record<string, unknown> {
  const { version: _version, ...form } = JSON.parse(text) as Record<string, unknown>;
  return form;
}

import { archiveBatch } from '#avis/write/archive';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { matchBatch } from '#avis/write/match/match-batch';
import { normaliseBatch } from '#avis/write/normalise';
import { projectBatch } from '#avis/write/project';
import { systemClock } from '#platform/clock';
import { createDataSource } from '#platform/database/data-source';
import { normaliserOf } from '#sources/adapters';
import { type CpuUse, watchCpu } from './cpu.js';
import { collected } from './documents.js';
import type { Database, FeedsProcess } from './setting.js';

/** As the worker's jobs take them. */
const NORMALISE = 200;
const PROJECT = 500;

export interface StageResult {
  stage: 'collect' | 'archive' | 'normalise' | 'match' | 'project';
  publications: number;
  seconds: number;
  cpu: CpuUse | null;
}

/** The stages one after the other in this process, so that each has its own cost; the worker runs them at once. */
export async function runStages(database: Database, feeds: FeedsProcess): Promise<StageResult[]> {
  const { postgres } = database;
  const db = createDataSource({
    url: postgres.url,
    entities: AVIS_ENTITIES,
    poolSize: 4,
    applicationName: 'bench-ingest',
  });
  await db.initialize();
  const watch = () => watchCpu({ feeds: feeds.pid, node: process.pid, postgres: postgres.pid() });
  try {
    let publications = 0;
    let archiving = 0;
    let cpu = watch();
    let start = performance.now();
    for await (const { source, ...batch } of collected(feeds)) {
      const asked = performance.now();
      publications += (await archiveBatch(db, source, batch)).added;
      archiving += performance.now() - asked;
    }
    const both = performance.now() - start;
    const archiveCpu = cpu();
    const stage = async (
      name: 'normalise' | 'match' | 'project',
      work: () => Promise<unknown>,
    ): Promise<StageResult> => {
      cpu = watch();
      start = performance.now();
      await work();
      return { stage: name, publications, seconds: (performance.now() - start) / 1000, cpu: cpu() };
    };
    const options = { clock: systemClock, limit: PROJECT, siteUrl: 'https://marches-publics.example' };
    return [
      { stage: 'collect', publications, seconds: (both - archiving) / 1000, cpu: null },
      { stage: 'archive', publications, seconds: archiving / 1000, cpu: archiveCpu },
      await stage('normalise', async () => {
        while ((await normaliseBatch(db, normaliserOf, NORMALISE)).done > 0);
      }),
      await stage('match', async () => {
        while ((await matchBatch(db, { limit: NORMALISE })).done > 0);
      }),
      await stage('project', async () => {
        while ((await projectBatch(db, options)).done > 0);
      }),
    ];
  } finally {
    await db.destroy();
  }
}

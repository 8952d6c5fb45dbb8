/**
 * The nightly deduction over many notices of some 60,000 buyers, each under several spellings: the first run over
 * everything, the night after with a day's notices more, and a simulation. Seconds, memory of this process and of the
 * database's sessions, temporary files.
 *
 *   npm run bench -- deduce [notices]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeductionOptions, deduceSirets } from '#acheteurs/write/deduce-sirets';
import { AVIS_ENTITIES } from '#avis/write/entities/entities';
import { createDataSource } from '#platform/database/data-source';
import { migrate } from '#platform/database/migrate';
import { startEmbeddedPostgres } from '#platform/postgres/embedded';
import { MIGRATIONS } from '../migrations/index.js';
import { buyers } from './deduce/buyers.js';
import { fill } from './deduce/fill.js';
import { peakOf } from './deduce/peak.js';

const NOTICES = Number(process.argv[2] ?? 100_000);
const BUYERS = 60_000;
/** What France publishes in a day. */
const DAY = 2_000;
/** Awards beside tender notices, as in the gazette of 2021: 5,752 for 15,713. */
const AWARDS = Math.round(NOTICES * 0.37);

const dataDir = await mkdtemp(join(tmpdir(), 'marches-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
await migrate(postgres.url, MIGRATIONS);
const db = createDataSource({ url: postgres.url, entities: AVIS_ENTITIES, poolSize: 3, applicationName: 'bench' });
await db.initialize();

async function measure(name: string, options: DeductionOptions = {}): Promise<void> {
  await db.query('checkpoint');
  const steps = new Map<string, number>();
  let current = { step: '', since: performance.now() };
  const turn = (step: string) => {
    if (step === current.step) return;
    const now = performance.now();
    if (current.step !== '') steps.set(current.step, (now - current.since) / 1_000);
    current = { step, since: now };
  };
  const started = performance.now();
  const { result, node, postgres: server } = await peakOf(db, () => deduceSirets(db, { ...options, onStep: turn }));
  turn('');
  const seconds = (performance.now() - started) / 1_000;
  const detail = [...steps].map(([step, of]) => `${step} ${of.toFixed(1)}`).join(', ');
  console.log(
    `${name}: ${seconds.toFixed(1)} s (${detail}); peak ${node.toFixed(0)} MB here, ${server.toFixed(0)} MB in its database session\n  ${JSON.stringify(result)}`,
  );
}

try {
  const all = buyers(BUYERS);
  await fill(db, all, { notices: NOTICES, awards: AWARDS });
  const [size] = await db.query<{ size: string }[]>(
    `select pg_size_pretty(pg_total_relation_size('write.match_notice') + pg_total_relation_size('write.attribution')) as size`,
  );
  console.log(`${NOTICES} notices, ${AWARDS} awards, ${BUYERS} buyers, ${size?.size ?? ''}`);
  await measure('simulation', { simulate: true });
  await measure('first run');
  await fill(db, all, { notices: DAY, awards: 0 });
  await measure(`the night after, ${DAY} notices more`);
  const [files] = await db.query<{ bytes: string }[]>(
    'select pg_size_pretty(temp_bytes) as bytes from pg_stat_database where datname = current_database()',
  );
  console.log(`temporary files of the database, all runs: ${files?.bytes ?? ''}`);
} finally {
  await db.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

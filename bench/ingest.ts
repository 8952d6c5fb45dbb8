/**
 * Publications a second from the feeds to served rows, on an empty embedded database with durable commits: the worker as
 * it is delivered, beside the same documents only parsed and copied raw, and the cost of each stage run by itself. BOAMP
 * and TED of the simulated feeds, which run in a process of their own on the same cores: what they take is said.
 *
 *   npm run build && npm run bench -- ingest [publications...] [--no-stages]
 */
import { loadavg } from 'node:os';
import type { CpuUse } from './ingest/cpu.js';
import { copyRaw } from './ingest/raw.js';
import { createDatabase, type Database, type FeedsProcess, startFeeds } from './ingest/setting.js';
import { runStages } from './ingest/staged.js';
import { loadWhole } from './ingest/whole.js';

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const SIZES = asked.length > 0 ? asked.map(Number) : [10_000, 100_000];
const STAGES = !process.argv.includes('--no-stages');
/** BOAMP's whole history, and the time it is to take. */
const HISTORY = 1_670_000;
const HISTORY_SECONDS = 900;

const costs: { publications: number; microseconds: number }[] = [];
for (const size of SIZES) {
  console.log(`\n${size} publications (load of the machine: ${loadavg()[0]?.toFixed(1) ?? ''})`);
  const feeds = await startFeeds(size);
  try {
    const raw = await inDatabase((database) => copyRaw(database, feeds));
    say('parsed and copied raw', raw.publications, raw.seconds, raw.cpu);
    const { collecting, bytes } = raw;
    console.log(
      `  of which waiting for the feeds ${collecting.toFixed(1)} s; ${(bytes / raw.publications / 1000).toFixed(1)} kB a document`,
    );
    json({ bench: 'ingest', what: 'raw', size, ...raw });
    if (STAGES) await stages(size, feeds);
    const whole = await inDatabase((database) => loadWhole(database, feeds, raw.publications));
    say('feed to served row', whole.publications, whole.seconds, whole.cpu);
    console.log(
      `  ${whole.notices} notices; worker at most ${megabytes(whole.rss)}, database ${megabytes(whole.database)}; ` +
        `${(whole.seconds / raw.seconds).toFixed(2)} times the time of raw`,
    );
    for (const { seconds, archived, normalised, served, rss, database } of whole.tenths) {
      console.log(
        `  ${seconds.toFixed(1).padStart(8)} s: archived ${archived}, normalised ${normalised}, served ${served}; ` +
          `worker ${megabytes(rss)}, database ${megabytes(database)}`,
      );
    }
    json({ bench: 'ingest', what: 'whole', size, ...whole });
    costs.push({ publications: whole.publications, microseconds: (whole.seconds * 1e6) / whole.publications });
  } finally {
    await feeds.stop();
  }
}

const [first] = costs;
console.log('\npublications    µs each   against the first   history of 1.67 M');
for (const { publications, microseconds } of costs) {
  const minutes = (microseconds * HISTORY) / 1e6 / 60;
  console.log(
    `${String(publications).padStart(12)} ${microseconds.toFixed(0).padStart(10)} ` +
      `${(microseconds / (first?.microseconds ?? NaN)).toFixed(2).padStart(19)} ${minutes.toFixed(1).padStart(14)} min`,
  );
}
console.log(`aim: ${(HISTORY / HISTORY_SECONDS).toFixed(0)} publications/s; cost at most 1.3 times that of 10,000`);

async function stages(size: number, feeds: FeedsProcess): Promise<void> {
  const results = await inDatabase((database) => runStages(database, feeds));
  for (const { stage, publications, seconds, cpu } of results) say(`stage: ${stage}`, publications, seconds, cpu);
  json({ bench: 'ingest', what: 'stages', size, results });
}

async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const database = await createDatabase();
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

function say(name: string, publications: number, seconds: number, cpu: CpuUse | null): void {
  const used =
    cpu === null
      ? ''
      : `  CPU s: feeds ${cpu.feeds.toFixed(1)}, node ${cpu.node.toFixed(1)}, postgres ${cpu.postgres.toFixed(1)}, others ${cpu.others.toFixed(1)}`;
  console.log(
    `${name.padEnd(24)} ${seconds.toFixed(1).padStart(8)} s ${(publications / seconds).toFixed(0).padStart(7)} publications/s${used}`,
  );
}

function json(row: Record<string, unknown>): void {
  console.log(JSON.stringify(row));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

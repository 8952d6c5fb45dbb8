/**
 * How the cost of each operation of the hot path grows with the data: the same operations, with values drawn from the
 * data, on databases of rising size on one server, in turns. Pages looked at (EXPLAIN BUFFERS) and processor time of the
 * server process; medians; the exponent of size that fits them. Then what each record takes on disk.
 *
 *   npm run build && npm run bench -- scale [folder kept and used again] [notices of each database...] [--only=part of a name]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { CONTRATS_A_NOTICE, openScaleData } from './scale/data.js';
import { draw, DRAWS } from './scale/draws.js';
import { Growths, type Growth } from './scale/growth.js';
import { prepare } from './scale/prepare.js';
import { avisOperations } from './scale/operations-avis.js';
import { contratsOperations } from './scale/operations-contrats.js';
import { removePublished, writeOperations } from './scale/operations-write.js';
import { readSizes } from './scale/sizes.js';

const given = process.argv.slice(2).filter((text) => /^\d+$/.test(text));
const sizes = given.length > 0 ? given.map(Number) : [10_000, 100_000, 1_000_000];
const kept = process.argv.slice(2).find((text) => !/^(\d+$|--)/.test(text));
/** Only operations whose name holds this. */
const only = process.argv.find((text) => text.startsWith('--only='))?.slice('--only='.length) ?? '';

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const { postgres, urls } = await openScaleData(dataDir, sizes);
try {
  console.log(
    `${cpus()[0]?.model ?? '?'}, ${String(cpus().length)} cores; ${String(DRAWS)} draws; notices: ${sizes.join(', ')}; contracts: ${sizes.map((size) => size * CONTRATS_A_NOTICE).join(', ')}\n`,
  );
  for (const url of urls.values()) await prepare(url);
  await reportGrowth();
  await reportSizes();
} finally {
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}

async function reportGrowth(): Promise<void> {
  const databases = [];
  for (const [size, url] of urls) databases.push({ url, draws: await draw(url, size) });
  const growths = await Growths.open(databases);
  const all: Growth[] = [];
  const columns = sizes.map(String).join(' | ');
  console.log(
    `| operation | bound | rows | pages: ${columns} | exponent | last step | ms of processor: ${columns} | exponent | slowest |\n|${'---|'.repeat(7 + 2 * sizes.length)}`,
  );
  try {
    const operations = [...avisOperations(), ...contratsOperations(), ...writeOperations()];
    for (const operation of operations.filter(({ name }) => name.includes(only))) {
      const growth = await growths.measure(operation);
      all.push(growth);
      console.log(lineOf(growth));
    }
  } finally {
    await growths.close();
    for (const url of urls.values()) {
      const owner = new pg.Pool({ connectionString: url, max: 1 });
      await removePublished(owner);
      await owner.end();
    }
  }
  console.log('');
  for (const growth of all) console.log(JSON.stringify({ benchmark: 'scale', ...growth }));
}

function lineOf(growth: Growth): string {
  const { operation, bound, sizes: measured, buffersExponent, lastBuffersExponent, cpuExponent } = growth;
  const pages = measured.map((one) => String(one.buffers));
  const ms = measured.map((one) => one.cpuMs.toFixed(2));
  const last = measured.at(-1);
  const cells = [operation, bound, String(last?.rows), ...pages, buffersExponent.toFixed(2)];
  return `| ${[...cells, lastBuffersExponent.toFixed(2), ...ms, cpuExponent.toFixed(2), last?.cpuMsMax.toFixed(1)].join(' | ')} |`;
}

async function reportSizes(): Promise<void> {
  console.log('\n| bytes on disk | rows | a record | of it indexes |\n|---|---|---|---|');
  for (const [size, url] of urls) {
    for (const { what, table, indexes, rows } of await readSizes(url)) {
      const each = (bytes: number) => (bytes / rows).toFixed(0);
      console.log(`| ${what} | ${String(rows)} | ${each(table + indexes)} | ${each(indexes)} |`);
      console.log(JSON.stringify({ benchmark: 'scale, disk', size, what, table, indexes, rows }));
    }
  }
}

/**
 * Lists of notices among many: every filter and every pair of filters, with common, rare and absent values drawn from the
 * data, in every mode of GET /avis and GET /opportunites; the first run of each query and the second.
 *
 *   npm run build && npm run bench -- avis [notices] [folder kept and used again]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readSessionAddress } from '#avis/read/session';
import { apiAddress } from '#platform/database/api-address';
import { filterValues, kindsOf } from './avis/filter-values.js';
import { waysOf } from './avis/ways.js';
import { timed, Times } from './contrats/timing.js';
import { openScaleData } from './scale/data.js';
import { draw } from './scale/draws.js';
import { prepare } from './scale/prepare.js';

const size = Number(process.argv[2] ?? 100_000);
const kept = process.argv[3];

const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'marches-bench-')));
const { postgres, urls } = await openScaleData(dataDir, [size]);
const url = urls.get(size) ?? '';
try {
  await prepare(url);
  const draws = await draw(url, size);
  const kinds = kindsOf(filterValues(draws));
  const client = new pg.Client({ connectionString: readSessionAddress(apiAddress(url)) });
  await client.connect();
  console.log(
    '| ms, waits for a processor left out | queries | first run: median | p99 | max | again: median | p99 | max |\n|---|---|---|---|---|---|---|---|',
  );
  const slowest: string[] = [];
  for (const [name, { ask, takes }] of Object.entries(waysOf(draws))) {
    const [first, again] = [new Times(), new Times()];
    for (const choices of kinds.values()) {
      for (const given of choices.filter(takes)) {
        const what = JSON.stringify(given);
        first.add(await timed(() => ask(client, given), client), what);
        again.add(await timed(() => ask(client, given), client), what);
      }
    }
    console.log(`| ${name} | ${String(first.count)} | ${first.cells} | ${again.cells} |`);
    slowest.push(`${name}: first ${first.what}, again ${again.what}`);
    const figures = (times: Times) => [0.5, 0.99, 1].map((share) => times.quantile(share));
    console.log(
      JSON.stringify({
        benchmark: 'avis',
        size,
        name,
        queries: first.count,
        first: figures(first),
        again: figures(again),
      }),
    );
  }
  console.log(`\nSlowest of each:\n${slowest.join('\n')}`);
  await client.end();
} finally {
  await postgres.stop();
  if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
}

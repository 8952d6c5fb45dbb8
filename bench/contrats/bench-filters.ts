import pg from 'pg';
import { hasParty } from '#contract/parameters/contrats-query';
import { listContrats } from '#contrats/read/contrats';
import { kindsOf, PERIODS, type FilterValues, type Given } from './filters.js';
import { timed, Times } from './timing.js';

const LIMITE = 100;
const WARM_RUNS = 2;

/** First pages of every filter and pair, with every period. */
export async function benchFilters(address: string, values: FilterValues): Promise<void> {
  console.log(
    '| filters | queries | cold: median | p99 | max | warm: median | p99 | max |\n|---|---|---|---|---|---|---|---|',
  );
  const [allCold, allWarm] = [new Times(), new Times()];
  const slowest: string[] = [];
  const warm = new pg.Pool({ connectionString: address, max: 1 });
  for (const [kind, choices] of kindsOf(values)) {
    const times = { cold: new Times(), warm: new Times() };
    for (const given of choices) {
      for (const period of PERIODS) {
        const filters = { ...given, ...period };
        const what = JSON.stringify(filters);
        const cold = await onNewConnection(address, filters);
        times.cold.add(cold, what);
        allCold.add(cold, what);
        for (let run = 0; run < WARM_RUNS; run += 1) {
          const ms = await timed(() => firstPage(warm, filters));
          times.warm.add(ms, what);
          allWarm.add(ms, what);
        }
      }
    }
    console.log(`| ${kind} | ${times.cold.count} | ${times.cold.cells} | ${times.warm.cells} |`);
    slowest.push(`${kind}: ${times.cold.what}`);
  }
  console.log(`| **all** | ${allCold.count} | ${allCold.cells} | ${allWarm.cells} |\n`);
  console.log(`Slowest cold query of each:\n${slowest.join('\n')}\n`);
  await warm.end();
}

function firstPage(db: pg.Pool | pg.Client, filters: Given): Promise<unknown> {
  return listContrats(db, { filters, after: undefined, limite: LIMITE }, hasParty(filters));
}

async function onNewConnection(address: string, filters: Given): Promise<number> {
  const client = new pg.Client(address);
  await client.connect();
  const ms = await timed(() => firstPage(client, filters));
  await client.end();
  return ms;
}

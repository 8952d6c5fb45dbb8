import pg from 'pg';
import { hasParty } from '#contract/parameters/contrats-query';
import { listContrats } from '#contrats/read/contrats';
import { kindsOf, PERIODS, type FilterValues, type Given } from '#contrats/read/testing/drawn-filters';
import { timed, Times } from './timing.js';

const LIMITE = 100;
const WARM_RUNS = 2;

/** First pages of every filter and pair, with every period; apart, those of the most common values without a period. */
export async function benchFilters(address: string, values: FilterValues): Promise<void> {
  console.log(
    '| filters | queries | cold: median | p99 | max | warm: median | p99 | max | warm, most common values, any day: median | max |\n|---|---|---|---|---|---|---|---|---|---|',
  );
  const [allCold, allWarm] = [new Times(), new Times()];
  const slowest: string[] = [];
  const warm = new pg.Client(address);
  await warm.connect();
  const common = kindsOf(mostCommon(values));
  for (const [kind, choices] of kindsOf(values)) {
    const times = { cold: new Times(), warm: new Times(), common: new Times() };
    const isCommon = new Set(common.get(kind)?.map((given) => JSON.stringify(given)));
    for (const given of choices) {
      for (const period of PERIODS) {
        const filters = { ...given, ...period };
        const what = JSON.stringify(filters);
        const cold = await onNewConnection(address, filters);
        times.cold.add(cold, what);
        allCold.add(cold, what);
        for (let run = 0; run < WARM_RUNS; run += 1) {
          const ms = await timed(() => firstPage(warm, filters), warm);
          times.warm.add(ms, what);
          allWarm.add(ms, what);
          if (isCommon.has(what)) times.common.add(ms, what);
        }
      }
    }
    const { cold, common: usual } = times;
    console.log(
      `| ${kind} | ${cold.count} | ${cold.cells} | ${times.warm.cells} | ${usual.quantile(0.5).toFixed(1)} | ${usual.quantile(1).toFixed(1)} |`,
    );
    slowest.push(`${kind}: ${cold.what}`);
  }
  console.log(`| **all** | ${allCold.count} | ${allCold.cells} | ${allWarm.cells} | | |\n`);
  console.log(`Slowest cold query of each:\n${slowest.join('\n')}\n`);
  await warm.end();
}

/** The two most common values of each filter, which come first. */
function mostCommon(values: FilterValues): FilterValues {
  return Object.fromEntries(
    (Object.entries(values) as [string, Given[]][]).map(([name, all]) => [name, all.slice(0, 2)]),
  ) as never;
}

function firstPage(db: pg.Client, filters: Given): Promise<unknown> {
  return listContrats(db, { filters, after: undefined, limite: LIMITE }, hasParty(filters));
}

async function onNewConnection(address: string, filters: Given): Promise<number> {
  const client = new pg.Client(address);
  await client.connect();
  const ms = await timed(() => firstPage(client, filters), client);
  await client.end();
  return ms;
}

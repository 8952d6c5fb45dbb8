import type pg from 'pg';
import { comparable } from './fields.js';
import { load, type Load, type Requests } from './load.js';
import { drawPositions, PER_PAGE } from './positions.js';
import { startPostgraphile } from './postgraphile.js';
import { reportSides } from './report.js';
import type { Side } from './side.js';
import { startBare, startOurs, startTextbook } from './sides.js';

export interface World {
  databaseUrl: string;
  databasePid: number;
  pool: pg.Pool;
  key: string;
}

const CONNECTIONS = [1, 4, 32];
const ROUNDS = 9;
const ROUND_SECONDS = 2;
/** Compiled by then what the compiler will compile: after five seconds a page still cost half as much again. */
const WARM_UP_SECONDS = 20;

/** Pages of a walk from every side, in turns, once their rows are known to be the same. */
export async function compareSides({ databaseUrl, databasePid, pool, key }: World): Promise<void> {
  const sides: Side[] = [];
  try {
    sides.push(await startOurs(databaseUrl, key));
    sides.push(await startBare(databaseUrl));
    sides.push(await startPostgraphile(databaseUrl));
    sides.push(await startTextbook(databaseUrl));
    const positions = await drawPositions(pool);
    const asked: { side: Side; requests: Requests }[] = [];
    for (const side of sides) asked.push({ side, requests: await side.requestsFor(positions) });
    await checkSameRows(asked);
    const under = ({ server }: Side) => ({ ...server, databasePid });
    for (const { side, requests } of asked) await load(under(side), requests, 4, WARM_UP_SECONDS);
    for (const connections of CONNECTIONS) {
      const rounds: Map<string, Load>[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const one = new Map<string, Load>();
        for (const { side, requests } of asked) {
          one.set(side.name, await load(under(side), requests, connections, ROUND_SECONDS));
        }
        rounds.push(one);
      }
      reportSides(connections, rounds);
    }
  } finally {
    for (const { server } of sides) await server.stop();
  }
}

/** @throws when a page of one side differs from the first side's. */
async function checkSameRows(asked: readonly { side: Side; requests: Requests }[]): Promise<void> {
  const pages = await Promise.all(
    asked.map(async ({ side, requests }) => {
      const rows: string[] = [];
      for (const { path, method, headers, body } of requests) {
        const answer = await fetch(side.server.url + path, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        const page = side.rowsOf(await answer.json());
        if (page.length !== PER_PAGE) throw new Error(`${side.name} gave ${page.length} rows for ${path}`);
        rows.push(...page.map(comparable));
      }
      return { name: side.name, rows };
    }),
  );
  const [first, ...others] = pages;
  for (const { name, rows } of others) {
    const at = rows.findIndex((row, n) => row !== first?.rows[n]);
    if (at !== -1 || rows.length !== first?.rows.length) {
      throw new Error(
        `row ${at} of ${first?.name ?? ''} and of ${name} differ:\n${first?.rows[at] ?? ''}\n${rows[at] ?? ''}`,
      );
    }
  }
  console.log(`the same ${first?.rows.length ?? 0} rows from ${pages.map(({ name }) => name).join(', ')}\n`);
}

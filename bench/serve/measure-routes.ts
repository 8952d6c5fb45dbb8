import type { World } from './compare-sides.js';
import { load, type Load } from './load.js';
import { reportRoutes } from './report.js';
import { routesOf } from './routes.js';
import { startApi } from './sides.js';

const CONNECTIONS = [1, 4, 32];
const ROUNDS = 2;
const ROUND_SECONDS = 1;

/** Every other kind of request of ours, in turns: values drawn from the data, the first page of each. */
export async function measureRoutes({ databaseUrl, databasePid, pool, key }: World): Promise<void> {
  const fresh = await startApi(databaseUrl);
  const remembering = await startApi(databaseUrl, 60);
  try {
    const routes = await routesOf(pool, key);
    const loads = new Map<string, Load[]>();
    for (const connections of CONNECTIONS) {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { name, requests, remembered } of routes) {
          const server = remembered === true ? remembering : fresh;
          const one = await load({ ...server, databasePid }, requests, connections, ROUND_SECONDS);
          const known = `${name}\n${connections}`;
          loads.set(known, [...(loads.get(known) ?? []), one]);
        }
      }
    }
    reportRoutes(
      routes.map(({ name }) => name),
      CONNECTIONS,
      (name, connections) => loads.get(`${name}\n${connections}`) ?? [],
    );
  } finally {
    await fresh.stop();
    await remembering.stop();
  }
}

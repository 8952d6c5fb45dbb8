import type pg from 'pg';
import type { Registry } from 'prom-client';
import { gauge } from './read-at-scrape.js';

/** What pools hold now. @param pools by the name that their label shows. */
export function measurePools(registry: Registry, pools: Readonly<Record<string, pg.Pool>>): void {
  const all = Object.entries(pools);
  gauge(registry, {
    name: 'marches_pool_connections',
    help: 'Database connections of this process, by pool and state (busy, idle).',
    labels: ['pool', 'state'],
    read: () =>
      all.flatMap(([name, { totalCount, idleCount }]) => [
        [totalCount - idleCount, { pool: name, state: 'busy' }] as const,
        [idleCount, { pool: name, state: 'idle' }] as const,
      ]),
  });
  gauge(registry, {
    name: 'marches_pool_waiting',
    help: 'Queries of this process that wait for a connection, by pool.',
    labels: ['pool'],
    read: () => all.map(([name, { waitingCount }]) => [waitingCount, { pool: name }]),
  });
  gauge(registry, {
    name: 'marches_pool_max_connections',
    help: 'Most connections that each pool of this process may open.',
    labels: ['pool'],
    read: () => all.map(([name, { options }]) => [options.max, { pool: name }]),
  });
}

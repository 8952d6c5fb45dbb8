import pg from 'pg';
import { publishNotices } from '../../apps/api/testing/notices.js';

/** Notices of one transaction of a writer. */
const BATCH = 5;

export interface Writers {
  /** Notices stamped so far. */
  published(): number;
  /** Ends them. @returns the ids that they wrote. */
  stop(): Promise<string[]>;
}

/** Writers that publish without end, each new notices and changes of its own, under a connection of its own. */
export function startWriters(url: string, count: number): Writers {
  const ids = new Set<string>();
  let published = 0;
  let over = false;
  const pool = new pg.Pool({ connectionString: url, max: count });
  const write = async (writer: number) => {
    for (let n = 0; !over; n += 1) {
      // Every second batch changes what the one before wrote.
      const batch = Array.from({ length: BATCH }, (_, k): [string, { titre: string }] => [
        `copie-${writer}-${Math.floor(n / 2)}-${k}`,
        { titre: `Version ${n}` },
      ]);
      for (const id of await publishNotices(pool, Object.fromEntries(batch))) ids.add(id);
      published += BATCH;
    }
  };
  const all = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
  return {
    published: () => published,
    async stop() {
      over = true;
      await all;
      await pool.end();
      return [...ids];
    },
  };
}

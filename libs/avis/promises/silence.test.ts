import { silenceChanges } from '../write/source-health.js';
import { createWorld, type World } from '../testing/world.js';
import { refreshSources } from '../write/refresh-sources.js';

/** A source that is late for two cadences is said once, by one worker, and once again when it is back. */
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DUE_AFTER = new Map([
  ['boamp', 3_600],
  ['ted', 3_600],
]);

async function ran(source: string, minutesAgo: number, outcome: 'succeeded' | 'failed'): Promise<void> {
  await world.database.pool.query(
    `insert into write.run (source, outcome, started_at, ended_at)
     select $1, $3, at, at from (select clock_timestamp() - $2 * interval '1 minute' as at) as one`,
    [source, minutesAgo, outcome],
  );
  await refreshSources(world.db, { dueAfterSeconds: DUE_AFTER });
}

test('silent, then back; a source that never succeeded counts from its first attempt', async () => {
  await ran('boamp', 90, 'succeeded');
  await ran('ted', 30, 'failed');
  const asked = await Promise.all([1, 2, 3].map(() => silenceChanges(world.db)));
  expect(asked.flatMap(({ silent }) => silent)).toEqual([
    { source: 'boamp', derniere_collecte: expect.stringMatching(/^20.*Z$/) },
  ]);
  await world.database.pool.query(
    "update write.run set started_at = started_at - interval '2 hours' where source = 'ted'",
  );
  await ran('ted', 1, 'failed');
  expect(await silenceChanges(world.db)).toMatchObject({
    silent: [{ source: 'ted', derniere_collecte: null }],
    back: [],
  });

  await ran('boamp', 0, 'succeeded');
  expect(await silenceChanges(world.db)).toMatchObject({ silent: [], back: [{ source: 'boamp' }] });
  expect(await silenceChanges(world.db)).toEqual({ silent: [], back: [] });
  // Nobody collects it any more: it is not late.
  await refreshSources(world.db, { dueAfterSeconds: new Map() });
  expect(await silenceChanges(world.db)).toMatchObject({ silent: [], back: [{ source: 'ted' }] });
});

test('a first load that takes longer than two cadences is not silent while it brings documents', async () => {
  await world.database.pool.query(`
    insert into write.run (source, started_at) values ('place', clock_timestamp() - interval '3 hours');
    insert into write.source (code, position_at) values ('place', clock_timestamp() - interval '10 minutes')`);
  const dueAfterSeconds = new Map([['place', 3_600]]);
  await refreshSources(world.db, { dueAfterSeconds });
  expect(await silenceChanges(world.db)).toEqual({ silent: [], back: [] });

  await world.database.pool.query(
    "update write.source set position_at = clock_timestamp() - interval '2 hours' where code = 'place'",
  );
  await refreshSources(world.db, { dueAfterSeconds });
  expect(await silenceChanges(world.db)).toMatchObject({ silent: [{ source: 'place' }] });
});

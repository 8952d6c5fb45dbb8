import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { systemClock } from '#platform/clock';
import { endOfParisDay } from '#sources/values/date';
import { avisId } from '../fold/identity.js';
import { openByDepartement } from '../read/open-counts.js';
import { walkAvis } from '../read/walk.js';
import { publication } from '../testing/publications.js';
import { createWorld, SITE_URL, type World } from '../testing/world.js';
import { closeDue } from '../write/close-due.js';
import { projectBatch } from '../write/project.js';

/** Time closes a notice at one instant, once: statut, version and counters agree before, at and after it. */
let world: World;
let pool: pg.Pool;
const id = avisId('boamp', '26-1');
beforeAll(async () => {
  world = await createWorld();
  pool = new pg.Pool({ connectionString: world.database.apiUrl, max: 1 });
  await world.database.pool.query('update read.state set loading = false');
});
afterAll(async () => {
  await pool.end();
  await world.close();
});
beforeEach(() => world.reset());

/** What a client may see of the notice. */
async function seen(): Promise<{ statut: unknown; version: unknown; counted: number; stamps: number }> {
  const { rows } = await world.database.pool.query<{ liste: { statut: string; version: string }; stamps: number }>(
    `select liste::json, (select count(*)::int from write.historique where avis_id = id) as stamps
     from read.avis where id = $1`,
    [id],
  );
  const counts = await openByDepartement(pool, ['boamp']);
  const { liste, stamps } = rows[0]!;
  return { statut: liste.statut, version: liste.version, counted: counts.get('42') ?? 0, stamps };
}

async function look(at: string): Promise<number> {
  world.clock.set(at);
  const queued = await closeDue(world.db, { clock: world.clock, limit: 100 });
  await world.projectAll();
  return queued;
}

/** A millisecond before. */
const before = (instant: string): string => new Date(Date.parse(instant) - 1).toISOString();

// Far from the database's own clock, which lists also ask. 26 March and 29 October 2090: Paris changes its hour.
const NO_DEADLINE = { date_limite: null };
const CASES: [name: string, closes: string, given: Parameters<typeof publication>[1]][] = [
  ['a deadline', '2090-06-15T10:00:00Z', { content: { date_limite: '2090-06-15T10:00:00Z' } }],
  ['a deadline at midnight UTC', '2090-06-15T00:00:00Z', { content: { date_limite: '2090-06-15T00:00:00Z' } }],
  ['a deadline at midnight in Paris', '2090-06-14T22:00:00Z', { content: { date_limite: '2090-06-14T22:00:00Z' } }],
  ['a day of 23 hours', '2090-03-26T21:59:59Z', { content: { date_limite: endOfParisDay('2090-03-26') } }],
  ['a day of 25 hours', '2090-10-29T22:59:59Z', { content: { date_limite: endOfParisDay('2090-10-29') } }],
  ['the hour that does not exist', '2090-03-26T01:30:00Z', { content: { date_limite: '2090-03-26T01:30:00Z' } }],
  ['the hour that comes twice', '2090-10-29T00:30:00Z', { content: { date_limite: '2090-10-29T00:30:00Z' } }],
  ['180 days, in summer', '2090-06-30T22:00:00Z', { date_publication: '2090-01-01', content: NO_DEADLINE }],
  ['180 days, in winter', '2090-12-28T23:00:00Z', { date_publication: '2090-07-01', content: NO_DEADLINE }],
  [
    '180 days, to the morning of the spring change',
    '2090-03-25T23:00:00Z',
    { date_publication: '2089-09-26', content: NO_DEADLINE },
  ],
  ['180 days, to the day after it', '2090-03-26T22:00:00Z', { date_publication: '2089-09-27', content: NO_DEADLINE }],
  [
    '180 days, to the morning of the autumn change',
    '2090-10-28T22:00:00Z',
    { date_publication: '2090-05-01', content: NO_DEADLINE },
  ],
  ['180 days, to the day after it', '2090-10-29T23:00:00Z', { date_publication: '2090-05-02', content: NO_DEADLINE }],
];

test.each(CASES)('%s: open until %s, closed from then on, stamped once', async (_name, closes, given) => {
  world.clock.set('2090-01-02T00:00:00Z');
  await world.ingest([publication('26-1', given)]);
  const open = await seen();
  expect(open).toMatchObject({ statut: 'ouvert', counted: 1, stamps: 1 });

  // Other midnights, and the very last moment.
  for (const instant of [`${closes.slice(0, 10)}T00:00:00Z`, before(closes)]) {
    if (instant >= closes) continue;
    expect(await look(instant)).toBe(0);
    expect(await seen()).toEqual(open);
  }
  expect(await look(closes)).toBe(1);
  const closed = await seen();
  expect(closed).toMatchObject({ statut: 'clos', counted: 0, stamps: 2 });
  expect(String(closed.version) > String(open.version)).toBe(true);

  for (const later of [`${closes.slice(0, 10)}T23:59:59Z`, '2091-01-01T00:00:00Z']) {
    expect(await look(later)).toBe(0);
    expect(await seen()).toEqual(closed);
  }
});

test('days of deadlines are those of Paris', async () => {
  world.clock.set('2090-01-02T00:00:00Z');
  await world.ingest([publication('26-1', { content: { date_limite: '2090-03-26T22:30:00Z' } })]);
  const on = async (day: string) => {
    const filters = { source: ['boamp'], date_limite_min: day, date_limite_max: day };
    return (await walkAvis(pool, { filters, statut: 'ouvert', per_page: 10, marginSeconds: 0 })).served;
  };
  expect([await on('2090-03-26'), await on('2090-03-27')]).toEqual([0, 1]);
});

test('no list shows a passed deadline as open before the worker has closed it', async () => {
  const options = { clock: systemClock, limit: 10, siteUrl: SITE_URL };
  const soon = `${new Date(Date.now() + 5_000).toISOString().slice(0, 19)}Z`;
  world.clock.set(new Date().toISOString());
  await world.ingest([publication('26-1', { content: { date_limite: soon } })]);
  const listed = async (statut: 'ouvert' | 'clos') =>
    (await walkAvis(pool, { filters: { source: ['boamp'] }, statut, per_page: 10, marginSeconds: 0 })).served;
  const open = await seen();
  expect([await listed('ouvert'), open.counted]).toEqual([1, 1]);

  await sleep(Math.max(0, Date.parse(soon) - Date.now()) + 50);
  expect(await seen()).toEqual({ ...open, counted: 0 });
  expect(await listed('ouvert')).toBe(0);
  await closeDue(world.db, options);
  await projectBatch(world.db, options);
  expect(await seen()).toMatchObject({ statut: 'clos', counted: 0, stamps: 2 });
  expect(await listed('clos')).toBe(1);
});

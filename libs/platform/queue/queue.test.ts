import { type AddressInfo, connect, createServer } from 'node:net';
import { jest } from '@jest/globals';
import { Queue } from 'bullmq';
import { createTestDatabase, type TestDatabase } from '../testing/database.js';
import { describeWithRedis, startRedis, type TestRedis } from '../testing/redis.js';
import { backendOf, type QueueAddress } from './backend.js';
import type { JobData, JobName } from './job-names.js';
import { JobQueue, QUEUE_NAME, type Schedule } from './job-queue.js';
import { type JobProgress, JobRunner } from './job-runner.js';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let redis: TestRedis;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const onError = (error: Error) => {
  console.error(error);
};

describe('on PostgreSQL', () => behaves(() => ({ redisUrl: null, databaseUrl: database.url })));

describeWithRedis('on Redis', () => {
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.close());
  behaves(() => ({ redisUrl: redis.url, databaseUrl: database.url }));
});

test('a database that is away while queue and runner open is taken up at a later try', async () => {
  const target = new URL(database.url);
  let away = true;
  const gate = createServer((socket) => {
    if (away) return void socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const side of [socket, upstream]) side.on('error', () => undefined);
    socket.pipe(upstream).pipe(socket);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const through = new URL(database.url);
  through.hostname = '127.0.0.1';
  through.port = String((gate.address() as AddressInfo).port);
  const address = { redisUrl: null, databaseUrl: through.href };
  const queue = new JobQueue(address, () => undefined);
  let seen = 0;
  const runner = new JobRunner({
    address,
    concurrency: 1,
    onError: () => undefined,
    onFailed: () => undefined,
    handle: () => Promise.resolve(void (seen += 1)),
  });
  await expect(queue.ready()).rejects.toThrow();
  await expect(runner.start()).rejects.toThrow();
  away = false;
  await untilResolved(() => queue.ready());
  await untilResolved(() => runner.start());
  await runner.start();
  await queue.wake('project');
  await until(() => seen === 1);
  await runner.close();
  await queue.close();
  await new Promise((resolve) => gate.close(resolve));
});

/** What was made anew may have met the database while it was still away. */
async function untilResolved(attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

/** What holds on either backend. */
function behaves(address: () => QueueAddress): void {
  /** A queue and a runner that records what it handles. */
  async function open(
    handle: (job: JobName, data: JobData, nth: number, progress: (told: JobProgress) => void) => Promise<void> = () =>
      Promise.resolve(),
  ) {
    const seen: [JobName, JobData][] = [];
    const failed: string[] = [];
    const queue = new JobQueue(address(), onError);
    await queue.ready();
    const runner = new JobRunner({
      address: address(),
      concurrency: 4,
      onError,
      onFailed: (_job, _data, error) => failed.push(error.message),
      handle: (job, data, _id, progress) => {
        seen.push([job, data]);
        return handle(job, data, seen.length, progress);
      },
    });
    await runner.start();
    const close = async () => {
      await queue.keep([]);
      await runner.close();
      await queue.close();
    };
    return { queue, seen, failed, close };
  }

  test('a job wakes a stage at once', async () => {
    const { queue, seen, close } = await open();
    const started = Date.now();
    await queue.wake('collect', { source: 'boamp' });
    await until(() => seen.length === 1);
    expect(Date.now() - started).toBeLessThan(2000);
    expect(seen).toEqual([['collect', { source: 'boamp' }]]);
    await close();
  });

  test('a job that is cut off goes back to the queue uncounted, whether it ends quietly or fails', async () => {
    const queue = new JobQueue(address(), onError);
    await queue.ready();
    const failed: string[] = [];
    const start = async (handle: (data: JobData) => Promise<void>, isStopping: () => boolean) => {
      const onFailed = (_job: JobName, _data: JobData, error: Error) => failed.push(error.message);
      const settings = { address: address(), concurrency: 4, onError, onFailed, isStopping };
      const runner = new JobRunner({ ...settings, handle: (_job, data) => handle(data) });
      await runner.start();
      return runner;
    };
    const stop = new AbortController();
    const taken: JobData[] = [];
    const first = await start(
      async (data) => {
        taken.push(data);
        // One that is given back may be taken once more before the runner is closed.
        if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
        if (data.source === 'ted') throw new Error('cut off');
      },
      () => stop.signal.aborted,
    );
    await queue.wake('collect', { source: 'boamp' });
    await queue.wake('collect', { source: 'ted' });
    await until(() => taken.length === 2);
    const closed = first.close();
    stop.abort();
    await closed;
    expect(failed).toEqual([]);
    const done: JobData[] = [];
    const second = await start(
      (data) => Promise.resolve(void done.push(data)),
      () => false,
    );
    await until(() => done.length === 2);
    expect(new Set(done.map(({ source }) => source))).toEqual(new Set(['boamp', 'ted']));
    await second.close();
    await queue.close();
  });

  test('a schedule comes back, a schedule that is no longer wanted ends', async () => {
    const { queue, seen, close } = await open();
    await queue.keep([{ id: 'old', job: 'project', data: {}, everyMs: 200 }]);
    await until(() => seen.length >= 2);
    await queue.keep([{ id: 'new', job: 'normalise', data: {}, everyMs: 200 }]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    seen.length = 0;
    await until(() => seen.length >= 3);
    expect(new Set(seen.map(([job]) => job))).toEqual(new Set(['normalise']));
    await close();
  });

  test('a schedule changes its pace, one that is kept is left alone, one that was lost is put back', async () => {
    const { queue, seen, close } = await open();
    const slow: Schedule = { id: 'x', job: 'project', data: {}, everyMs: 3_600_000 };
    expect(await queue.keep([slow])).toBe(1);
    await until(() => seen.length === 1);
    expect(await queue.keep([slow])).toBe(0);
    // What another worker set is seen where the number is wrong.
    const other = new JobQueue(address(), onError);
    await other.keep([]);
    await other.close();
    expect(await queue.keep([slow])).toBe(1);
    const fast = [{ ...slow, everyMs: 200 }];
    expect(await queue.keep(fast)).toBe(1);
    // As the worker does, again and again: a change that meets an occurrence being taken is put right.
    await until(async () => {
      await queue.keep(fast);
      return seen.length >= 5;
    });
    await close();
  });

  test('a schedule at a time of the day waits for it, in UTC; one that was missed is made up for, once', async () => {
    const nightly: Schedule = { id: 'deduce', job: 'deduce', data: {}, cron: '10 5 * * *', attempts: 5 };
    const queue = new JobQueue(address(), onError);
    const { factory, connection } = backendOf(address());
    const reader = new Queue(QUEUE_NAME, { connection }, factory);
    await reader.waitUntilReady();
    const next = async () => (await reader.getJobSchedulers())[0]?.next ?? 0;
    expect(await queue.keep([nightly])).toBe(1);
    const first = await next();
    expect(new Date(first).toISOString()).toMatch(/T05:10:00\.000Z$/);
    expect(first - Date.now()).toBeLessThanOrEqual(DAY_MS);
    expect(first).toBeGreaterThan(Date.now());
    await queue.close();
    expect(await reader.getWaitingCount()).toBe(0);

    // A worker that comes back an hour after the time.
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => first + DAY_MS / 24);
    const restarted = new JobQueue(address(), onError);
    try {
      expect(await restarted.keep([nightly])).toBe(1);
      expect(await restarted.keep([nightly])).toBe(0);
    } finally {
      clock.mockRestore();
    }
    expect(await next()).toBe(first + DAY_MS);
    expect((await reader.getWaiting()).map(({ name }) => name)).toEqual(['deduce']);
    await restarted.keep([]);
    await restarted.close();
    await reader.obliterate({ force: true });
    await reader.close();
  });

  test('the queue shows how far a job has come', async () => {
    const { factory, connection } = backendOf(address());
    const reader = new Queue(QUEUE_NAME, { connection }, factory);
    let end = (): void => undefined;
    const told: JobProgress = { share: 0.5, documents: 120, per_second: 60 };
    const { queue, seen, close } = await open((_job, _data, _nth, progress) => {
      progress(told);
      return new Promise((resolve) => (end = resolve));
    });
    const id = await queue.wake('collect', { source: 'boamp' });
    await until(() => seen.length === 1);
    await until(async () => JSON.stringify((await reader.getJob(id))?.progress) === JSON.stringify(told));
    end();
    await reader.close();
    await close();
  });

  test('people are shown what runs, what is due and what comes back by itself', async () => {
    let end = (): void => undefined;
    const { queue, seen, close } = await open(() => new Promise((resolve) => (end = resolve)));
    await queue.keep([{ id: 'collect:ted', job: 'collect', data: { source: 'ted' }, everyMs: 3_600_000 }]);
    await until(() => seen.length === 1);
    const { counts, jobs, schedules } = await queue.board(10);
    expect(counts['active']).toBe(1);
    const shown = { name: 'collect', source: 'ted', failure: null, share: null };
    expect(jobs).toContainEqual(expect.objectContaining({ ...shown, state: 'active' }));
    expect(jobs).toContainEqual(expect.objectContaining({ ...shown, state: 'delayed' }));
    expect(schedules).toEqual([{ id: 'collect:ted', everyMs: 3_600_000, cron: null, next: expect.any(Number) }]);
    expect(schedules[0]!.next).toBeGreaterThan(Date.now());
    end();
    await close();
  });

  test('a failed occurrence is tried again, after a wait', async () => {
    const { queue, seen, failed, close } = await open((_job, _data, nth) =>
      nth < 3 ? Promise.reject(new Error('source down')) : Promise.resolve(),
    );
    await queue.keep([
      { id: 'x', job: 'collect', data: { source: 'ted' }, everyMs: 3_600_000, attempts: 5, backoffMs: 100 },
    ]);
    await until(() => seen.length === 3);
    expect(failed).toEqual(['source down', 'source down']);
    await close();
  });
}

test('without Redis the queue lives in a schema of its own and rests when idle', async () => {
  const address = { redisUrl: null, databaseUrl: database.url };
  const runner = new JobRunner({
    address,
    concurrency: 20,
    onError,
    onFailed: () => undefined,
    handle: () => Promise.resolve(),
  });
  await runner.start();
  // On a busy machine it is a while before what starting costs is over.
  const perSecond: number[] = [];
  do {
    const before = await transactions();
    await new Promise((resolve) => setTimeout(resolve, 4000));
    perSecond.push(((await transactions()) - before) / 4);
  } while (perSecond.at(-1)! >= 5 && perSecond.length < 4);
  console.log(`idle queue: ${perSecond.join(', ')} transactions a second`);
  expect(Math.min(...perSecond)).toBeLessThan(5);
  await runner.close();
});

async function transactions(): Promise<number> {
  await database.pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await database.pool.query(
    'select (xact_commit + xact_rollback)::int as n from pg_stat_database where datname = current_database()',
  );
  return (rows[0] as { n: number }).n;
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 25_000; !(await condition());) {
    if (Date.now() > limit) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

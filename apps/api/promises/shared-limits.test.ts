import { eventually } from '#access/testing/eventually';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import { describeWithRedis, startRedis, type TestRedis } from '#platform/testing/redis';
import { startApiProcess, type ApiProcess } from '../testing/api-process.js';
import { createKey } from '../testing/api.js';

/** The contract's Rate: 60 requests a minute a key over all instances; by instance while Redis is gone. */
describeWithRedis('two API processes on one Redis', () => {
  let database: TestDatabase;
  let redis: TestRedis;
  let instances: ApiProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await startRedis();
    await database.pool.query('update read.state set loading = false');
    const env = {
      API_DATABASE_URL: database.apiUrl,
      REDIS_URL: redis.url,
      RATE_LIMIT_PER_IP: '1000000',
      MAX_IN_FLIGHT_PER_KEY: '100',
      MAX_IN_FLIGHT: '100',
    };
    instances = [await startApiProcess(env), await startApiProcess(env)];
    await eventually(10_000, async () => (await limits()).every((state) => state === 'ok'));
  }, 60_000);
  afterAll(async () => {
    for (const instance of instances) await instance.end('SIGTERM');
    await redis.close();
    await database.close();
  });

  /** Statuses of that many requests of one key, in turn to the given instances. */
  async function statuses(times: number, on: ApiProcess[]): Promise<Record<number, number>> {
    const { key } = await createKey(database);
    const counts: Record<number, number> = {};
    await Promise.all(
      Array.from({ length: times }, async (_, n) => {
        const answer = await fetch(`${on[n % on.length]!.baseUrl}/moi`, { headers: { 'X-API-Key': key } });
        counts[answer.status] = (counts[answer.status] ?? 0) + 1;
        if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }),
    );
    return counts;
  }

  /** What each instance says of its limits in its health. */
  async function limits(): Promise<string[]> {
    const answers = instances.map(async ({ baseUrl }) => (await fetch(`${baseUrl}/sante`)).json());
    return ((await Promise.all(answers)) as { limites: string }[]).map(({ limites }) => limites);
  }

  test('61 requests of a key over both: one 429', async () => {
    expect(await statuses(61, instances)).toEqual({ 200: 60, 429: 1 });
  });

  test('Redis stopped: each instance holds the limit by itself, answers, and says so; back: shared again', async () => {
    // Before its first connection an instance may have limited by itself for an instant, and said so.
    const before = instances.map((instance) => instance.printed().length);
    await redis.stop();
    for (const instance of instances) expect(await statuses(61, [instance])).toEqual({ 200: 60, 429: 1 });
    expect(await statuses(122, instances)).toEqual({ 200: 120, 429: 2 });
    expect(await limits()).toEqual(['degradees', 'degradees']);

    await redis.start();
    await eventually(15_000, async () => (await limits()).every((state) => state === 'ok'));
    // The limiter of keys finds Redis again at its own next request.
    await eventually(15_000, async () => (await statuses(62, instances))[429] === 2);
    expect(await statuses(61, instances)).toEqual({ 200: 60, 429: 1 });

    for (const [n, instance] of instances.entries()) {
      const lines = instance.printed().slice(before[n]).split('\n');
      expect(lines.filter((line) => line.includes('Redis: ')).length).toBeLessThanOrEqual(1);
      expect(lines.filter((line) => line.includes('by this instance alone'))).toHaveLength(2);
    }
  }, 60_000);
});

import { type Redis } from 'ioredis';
import { describeWithRedis, startRedis, type TestRedis } from '#platform/testing/redis';
import { RateLimiter } from '../limits/rate-limiter.js';
import { createLimitsRedis } from '../limits/redis.js';
import { eventually } from '../testing/eventually.js';

describeWithRedis('limits of two instances on one Redis', () => {
  let server: TestRedis;
  let clients: Redis[];
  let limiters: RateLimiter[];
  /** What each instance said of losing and finding the shared count. */
  let said: ('lost' | 'back')[][];

  beforeEach(async () => {
    server = await startRedis();
    said = [[], []];
    clients = said.map(() => createLimitsRedis(server.url, () => undefined));
    limiters = clients.map(
      (redis, i) =>
        new RateLimiter({
          name: 'cle',
          perMinute: 60,
          redis,
          onShared: (error) => said[i]!.push(error === null ? 'back' : 'lost'),
        }),
    );
    await eventually(5_000, () => clients.every(({ status }) => status === 'ready'));
  });
  afterEach(async () => {
    for (const client of clients) client.disconnect();
    await server.close();
  });

  /** Requests spread over the given instances; how many passed. */
  async function passed(subject: string, times: number, instances: RateLimiter[]): Promise<number> {
    const requests = Array.from({ length: times }, (_, i) => instances[i % instances.length]!.consume(subject));
    return (await Promise.all(requests)).filter(({ allowed }) => allowed).length;
  }

  test('61 requests over both: exactly one refused; the refused ones do not lengthen the window', async () => {
    expect(await passed('a', 61, limiters)).toBe(60);
    const first = await limiters[0]!.consume('a');
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const later = await limiters[1]!.consume('a');
    expect(Math.abs(later.reset - first.reset)).toBeLessThanOrEqual(1);
    expect(later.retryAfter).toBeLessThan(60);
    expect(await passed('b', 60, [limiters[1]!])).toBe(60);
    expect(limiters.map(({ shared }) => shared)).toEqual([true, true]);
  });

  test('after waiting Retry-After seconds, a refused client passes again, on either instance', async () => {
    const pair = clients.map((redis) => new RateLimiter({ name: 'court', perMinute: 2, redis, windowSeconds: 1 }));
    expect(await passed('a', 4, pair)).toBe(2);
    const refused = await pair[1]!.consume('a');
    expect(refused).toMatchObject({ allowed: false, restant: 0, retryAfter: 1 });
    await new Promise((resolve) => setTimeout(resolve, refused.retryAfter * 1_000));
    expect(await passed('a', 2, pair)).toBe(2);
  });

  test('Redis stopped: each instance holds 60 by itself and says so; back: shared again', async () => {
    await passed('a', 10, limiters);
    await server.stop();
    expect(await passed('b', 61, [limiters[0]!])).toBe(60);
    expect(await passed('b', 61, [limiters[1]!])).toBe(60);
    expect(limiters.map(({ shared }) => shared)).toEqual([false, false]);

    await server.start();
    await eventually(10_000, async () => {
      await Promise.all(limiters.map((limiter) => limiter.consume('probe')));
      return limiters.every(({ shared }) => shared === true);
    });
    expect(await passed('c', 61, limiters)).toBe(60);
    expect(said).toEqual([
      ['lost', 'back'],
      ['lost', 'back'],
    ]);
  }, 30_000);

  test('a Redis that hangs slows one request and no more', async () => {
    const limiter = limiters[0]!;
    await limiter.consume('a');
    const pid = Number(/process_id:(\d+)/.exec(await clients[1]!.info('server'))![1]);
    process.kill(pid, 'SIGSTOP');
    try {
      const start = performance.now();
      for (let i = 0; i < 20; i += 1) expect((await limiter.consume('a')).allowed).toBe(true);
      expect(performance.now() - start).toBeLessThan(1_500);
      expect(limiter.shared).toBe(false);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  test('with no Redis from the start, requests are answered', async () => {
    await server.stop();
    const redis = createLimitsRedis(server.url, () => undefined);
    const limiter = new RateLimiter({ name: 'ip', perMinute: 2, redis });
    expect(await passed('a', 3, [limiter])).toBe(2);
    expect(limiter.shared).toBe(false);
    redis.disconnect();
  });
});

import { RateLimiter, type RateVerdict } from './rate-limiter.js';

const consume = (limiter: RateLimiter, subject: string, times: number): Promise<RateVerdict[]> =>
  Promise.all(Array.from({ length: times }, () => limiter.consume(subject)));

test('exactly 60 of 61 requests pass, and the headers say where the window stands', async () => {
  const limiter = new RateLimiter({ name: 'cle', perMinute: 60 });
  const start = Date.now() / 1_000;
  const verdicts = await consume(limiter, 'a', 61);
  expect(verdicts.filter(({ allowed }) => !allowed)).toHaveLength(1);
  expect(verdicts.map(({ restant }) => restant)).toEqual([...Array.from({ length: 60 }, (_, i) => 59 - i), 0]);
  for (const { limite, reset, retryAfter } of verdicts) {
    expect(limite).toBe(60);
    expect(Number.isInteger(reset)).toBe(true);
    expect(reset).toBeGreaterThanOrEqual(start + 59);
    expect(reset).toBeLessThanOrEqual(Date.now() / 1_000 + 61);
    expect(retryAfter).toBeGreaterThanOrEqual(59);
    expect(retryAfter).toBeLessThanOrEqual(60);
  }
  expect((await limiter.consume('b')).allowed).toBe(true);
  expect(limiter.shared).toBeNull();
});

test('after waiting Retry-After seconds, a refused client passes again', async () => {
  const limiter = new RateLimiter({ name: 'cle', perMinute: 2, windowSeconds: 1 });
  const refused = (await consume(limiter, 'a', 3))[2]!;
  expect(refused).toMatchObject({ allowed: false, retryAfter: 1 });
  await new Promise((resolve) => setTimeout(resolve, refused.retryAfter * 1_000));
  expect(await limiter.consume('a')).toMatchObject({ allowed: true, restant: 1 });
});

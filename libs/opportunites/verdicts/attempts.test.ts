import { ATTEMPTS, withAttempts } from './attempts.js';
import { EvaluationFault, type Reponse } from './modele.js';
import { Pace } from './pace.js';
import { putOffMs } from './put-off.js';
import { Rest } from './rest.js';

const ANSWER: Reponse = { valeur: 'oui', raison: null, jetons: null };
const NEVER = new AbortController().signal;
const QUICK = { firstMs: 1, maxRetryAfterMs: 1000 };

/** Fails so many times, then answers. */
async function tried(fault: Error, times: number, retry = QUICK) {
  let asked = 0;
  const ask = () => {
    asked += 1;
    return asked > times ? Promise.resolve(ANSWER) : Promise.reject(fault);
  };
  const result = await withAttempts(ask, NEVER, retry).catch((error: unknown) => error);
  return { asked, result };
}

test.each([
  ['timeout', null, ATTEMPTS],
  ['unreachable', null, ATTEMPTS],
  ['status', 429, ATTEMPTS],
  ['status', 500, ATTEMPTS],
  ['status', 503, ATTEMPTS],
  ['malformed', null, 2],
  ['refused', null, 1],
  ['too_large', null, 1],
  ['status', 400, 1],
  ['status', 401, 1],
  ['status', 404, 1],
  ['aborted', null, 1],
] as const)('%s %s is asked %s times at most', async (reason, status, attempts) => {
  const fault = new EvaluationFault(reason, status);
  expect(await tried(fault, 100)).toEqual({ asked: attempts, result: fault });
  if (attempts > 1) expect(await tried(fault, 1)).toEqual({ asked: 2, result: ANSWER });
});

test('waits as long as the service asks, and not at all when that is too long', async () => {
  const started = performance.now();
  expect((await tried(new EvaluationFault('status', 429, 300), 1)).asked).toBe(2);
  expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  expect((await tried(new EvaluationFault('status', 429, 3_600_000), 1)).asked).toBe(1);
});

test('what is no fault of the service is thrown at once', async () => {
  expect((await tried(new Error('the budget is spent'), 1)).asked).toBe(1);
});

test('a stop cuts the wait short', async () => {
  const stop = new AbortController();
  const fault = new EvaluationFault('status', 503, 60_000);
  const asking = withAttempts(
    () => {
      stop.abort();
      return Promise.reject(fault);
    },
    stop.signal,
    { maxRetryAfterMs: 60_000 },
  );
  await expect(asking).rejects.toMatchObject({ reason: 'aborted' });
});

test('a model that fails three times in a row rests, longer each time, until it answers', () => {
  const rest = new Rest();
  const failed = (now: number) => [1, 2, 3].map(() => rest.failed(new EvaluationFault('timeout'), now));
  expect(failed(0)).toEqual([null, null, 60_000]);
  expect([rest.isOver(59_999), rest.isOver(60_000)]).toEqual([false, true]);
  expect(failed(60_000)).toEqual([null, null, 120_000]);
  for (let times = 0; times < 10; times++) failed(0);
  expect(failed(0)[2]).toBe(30 * 60_000);
  rest.answered();
  expect(failed(0)).toEqual([null, null, 60_000]);
});

test('a wrong key and a long Retry-After make it rest at once', () => {
  expect(new Rest().failed(new EvaluationFault('status', 401), 0)).toBe(30 * 60_000);
  expect(new Rest().failed(new EvaluationFault('status', 429, 3_600_000), 0)).toBe(3_600_000);
  expect(new Rest().failed(new EvaluationFault('status', 429, 1e12), 0)).toBe(6 * 3_600_000);
});

test('a notice that a model refuses waits days, one that met a service down minutes', () => {
  expect(putOffMs(new EvaluationFault('refused'), 0)).toBe(86_400_000);
  expect(putOffMs(new EvaluationFault('malformed'), 100)).toBe(16 * 86_400_000);
  expect(putOffMs(new EvaluationFault('status', 503), 0)).toBe(60_000);
  expect(putOffMs(new EvaluationFault('timeout'), 100)).toBe(6 * 3_600_000);
});

test('requests keep their pace', async () => {
  const pace = new Pace(600);
  const started = performance.now();
  for (let turn = 0; turn < 4; turn++) await pace.turn(NEVER);
  expect(performance.now() - started).toBeGreaterThanOrEqual(295);
});

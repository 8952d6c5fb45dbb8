import { Grouped } from './grouped.js';

/** Runs that end when told, and what each was given. */
function controlled(apartMs = 0) {
  const runs: { asks: readonly number[]; end: (results: number[]) => void; fail: (error: Error) => void }[] = [];
  const grouped = new Grouped<number, number>(
    { apartMs },
    (asks) => new Promise((end, fail) => void runs.push({ asks, end, fail })),
  );
  return { runs, grouped };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('what comes while a group is under way goes together next, in its order', async () => {
  const { runs, grouped } = controlled();
  const asked = [1, 2, 3].map((ask) => grouped.ask('a', ask));
  expect(runs.map(({ asks }) => asks)).toEqual([[1]]);
  runs[0]!.end([10]);
  expect(await asked[0]).toBe(10);
  await turn();
  const late = grouped.ask('a', 4);
  expect(runs.map(({ asks }) => asks)).toEqual([[1], [2, 3]]);
  runs[1]!.end([20, 30]);
  expect(await Promise.all(asked)).toEqual([10, 20, 30]);
  await turn();
  runs[2]!.end([40]);
  expect(await late).toBe(40);
  await turn();
  void grouped.ask('a', 5);
  expect(runs.map(({ asks }) => asks)).toEqual([[1], [2, 3], [4], [5]]);
});

test('subjects do not wait for each other', () => {
  const { runs, grouped } = controlled();
  void grouped.ask('a', 1);
  void grouped.ask('b', 2);
  expect(runs.map(({ asks }) => asks)).toEqual([[1], [2]]);
});

test('a failure is told to those who waited behind it, and the next is asked anew', async () => {
  const { runs, grouped } = controlled();
  const asked = [1, 2].map((ask) => grouped.ask('a', ask));
  runs[0]!.fail(new Error('no database'));
  for (const one of asked) await expect(one).rejects.toThrow('no database');
  const next = grouped.ask('a', 3);
  runs[1]!.end([30]);
  expect(await next).toBe(30);
});

test('groups that may wait start apart, and who comes in between goes with the next', async () => {
  const { runs, grouped } = controlled(40);
  const first = grouped.ask('a', 1);
  const startedAt = performance.now();
  runs[0]!.end([10]);
  expect(await first).toBe(10);
  await turn();
  const asked = [grouped.ask('a', 2, true), grouped.ask('a', 3, true)];
  expect(runs).toHaveLength(1);
  while (runs.length < 2) await turn();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(38);
  expect(runs[1]!.asks).toEqual([2, 3]);
  runs[1]!.end([20, 30]);
  expect(await Promise.all(asked)).toEqual([20, 30]);
});

test('who may not wait does not', async () => {
  const { runs, grouped } = controlled(60_000);
  const first = grouped.ask('a', 1, true);
  runs[0]!.end([10]);
  await first;
  await turn();
  void grouped.ask('a', 2);
  expect(runs[1]!.asks).toEqual([2]);
});

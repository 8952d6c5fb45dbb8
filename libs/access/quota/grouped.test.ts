import { Grouped } from './grouped.js';

/** Runs that end when told, and what each was given. */
function controlled() {
  const runs: { asks: readonly number[]; end: (results: number[]) => void; fail: (error: Error) => void }[] = [];
  const grouped = new Grouped<number, number>(
    (asks) => new Promise((end, fail) => void runs.push({ asks, end, fail })),
  );
  return { runs, grouped };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const turns = async () => {
  await turn();
  await turn();
};

test('what comes in one turn, or while a group is under way, goes together, in its order', async () => {
  const { runs, grouped } = controlled();
  const first = [1, 2].map((ask) => grouped.ask('a', ask));
  await turns();
  expect(runs.map(({ asks }) => asks)).toEqual([[1, 2]]);
  const next = [3, 4].map((ask) => grouped.ask('a', ask));
  await turns();
  expect(runs).toHaveLength(1);
  runs[0]!.end([10, 20]);
  expect(await Promise.all(first)).toEqual([10, 20]);
  await turns();
  expect(runs.map(({ asks }) => asks)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  runs[1]!.end([30, 40]);
  expect(await Promise.all(next)).toEqual([30, 40]);
  await turns();
  void grouped.ask('a', 5);
  await turns();
  expect(runs[2]!.asks).toEqual([5]);
});

test('subjects do not wait for each other', async () => {
  const { runs, grouped } = controlled();
  void grouped.ask('a', 1);
  void grouped.ask('b', 2);
  await turns();
  expect(runs.map(({ asks }) => asks)).toEqual([[1], [2]]);
});

test('a failure is told to those who waited behind it, and the next is asked anew', async () => {
  const { runs, grouped } = controlled();
  const first = grouped.ask('a', 1);
  await turns();
  const behind = grouped.ask('a', 2);
  runs[0]!.fail(new Error('no database'));
  for (const one of [first, behind]) await expect(one).rejects.toThrow('no database');
  const next = grouped.ask('a', 3);
  await turns();
  runs[1]!.end([30]);
  expect(await next).toBe(30);
});

test('groups that may wait start apart, and who comes in between goes with the next', async () => {
  const { runs, grouped } = controlled();
  const first = grouped.ask('a', 1);
  await turns();
  const startedAt = performance.now();
  runs[0]!.end([10]);
  expect(await first).toBe(10);
  await turns();
  const asked = [grouped.ask('a', 2, 40), grouped.ask('a', 3, 60_000)];
  await turns();
  expect(runs).toHaveLength(1);
  while (runs.length < 2) await turn();
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(30);
  expect(runs[1]!.asks).toEqual([2, 3]);
  runs[1]!.end([20, 30]);
  expect(await Promise.all(asked)).toEqual([20, 30]);
});

test('who may not wait does not', async () => {
  const { runs, grouped } = controlled();
  const first = grouped.ask('a', 1, 60_000);
  await turns();
  runs[0]!.end([10]);
  await first;
  await turns();
  void grouped.ask('a', 2);
  await turns();
  expect(runs[1]!.asks).toEqual([2]);
});

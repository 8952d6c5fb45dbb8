import { onceAMinute } from './once-a-minute.js';

test('says the first, then one a minute', () => {
  let now = 5;
  const said: number[] = [];
  const tell = onceAMinute<number>(
    (what) => said.push(what),
    () => now,
  );
  for (now of [5, 1_000, 60_000, 60_005, 70_000, 120_005]) tell(now);
  expect(said).toEqual([5, 60_005, 120_005]);
});

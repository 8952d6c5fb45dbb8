import { Slots } from './slots.js';

test('at most 4 a key and 8 in all; a released slot is free at once', () => {
  const slots = new Slots({ perCle: 4, perInstance: 8 });
  const taken = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'].map((cle) => slots.acquire(cle));
  expect(taken.every((release) => release !== null)).toBe(true);
  expect(slots.acquire('c')).toBeNull();
  taken[0]!();
  expect(slots.acquire('b')).toBeNull();
  expect(slots.acquire('a')).not.toBeNull();
});

test('releasing twice gives back one slot', () => {
  const slots = new Slots({ perCle: 1, perInstance: 2 });
  const release = slots.acquire('a')!;
  slots.acquire('b');
  release();
  release();
  expect(slots.inFlight).toBe(1);
});

test('after 1,000 requests all slots are free', () => {
  const slots = new Slots({ perCle: 4, perInstance: 8 });
  for (let i = 0; i < 1_000; i += 1) slots.acquire(`cle ${String(i % 7)}`)!();
  expect(slots.inFlight).toBe(0);
});

import type pg from 'pg';
import { Registry } from 'prom-client';
import type { Reading } from '#platform/observation/read-at-scrape';
import { FactsWatch } from './facts-watch.js';
import type { FactPart } from './facts/fact-part.js';

/** A part whose answers the test gives. */
function part(name: string, ask: () => Promise<readonly Reading[]>): FactPart {
  const metric = `marches_${name}_rows`;
  return {
    name,
    everyMs: 10,
    metrics: [{ name: metric, help: 'Rows of the test.', kind: 'gauge', labels: ['of'] }],
    ask: async () => ({ [metric]: await ask() }),
  };
}

async function until(hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  for (const limit = Date.now() + 20_000; !(await hasHappened());) {
    if (Date.now() > limit) throw new Error(`waited in vain for ${hasHappened.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const NOBODY = null as unknown as pg.Pool;

test('what can no longer be asked is no longer shown, its failure is, and the other parts go on', async () => {
  const registry = new Registry();
  let away = false;
  let asked = 0;
  const told: string[] = [];
  const fragile = part('fragile', () =>
    away ? Promise.reject(new Error('no answer')) : Promise.resolve([[3, { of: 'a' }]]),
  );
  const steady = part('steady', () => Promise.resolve([[(asked += 1), { of: 'b' }]]));
  const watch = new FactsWatch(registry, NOBODY, [fragile, steady], (name, { message }) =>
    told.push(`${name}: ${message}`),
  );
  await watch.start();
  expect(await registry.metrics()).toContain('marches_fragile_rows{of="a"} 3');
  expect(await registry.metrics()).toContain('marches_facts_failures_total{part="fragile"} 0');

  away = true;
  await until(async () => !(await registry.metrics()).includes('marches_fragile_rows{'));
  expect(told[0]).toBe('fragile: no answer');
  const then = asked;
  await until(() => asked > then);
  expect(await registry.metrics()).toMatch(/marches_steady_rows\{of="b"\} \d+/);
  expect(await registry.metrics()).toMatch(/marches_facts_failures_total\{part="fragile"\} [1-9]/);

  away = false;
  await until(async () => (await registry.metrics()).includes('marches_fragile_rows{of="a"} 3'));
  await watch.stop();
});

test('a figure without labels is absent, not 0, when it is not known', async () => {
  const registry = new Registry();
  const readings: { now: readonly Reading[] } = { now: [] };
  const metric = { name: 'marches_one', help: 'One figure.', kind: 'gauge' } as const;
  const one: FactPart = {
    name: 'one',
    everyMs: 10,
    metrics: [metric],
    ask: () => Promise.resolve({ marches_one: readings.now }),
  };
  const watch = new FactsWatch(registry, NOBODY, [one], () => undefined);
  await watch.start();
  expect(await registry.metrics()).not.toMatch(/^marches_one /m);
  readings.now = [[7]];
  await until(async () => /^marches_one 7$/m.test(await registry.metrics()));
  readings.now = [];
  await until(async () => !/^marches_one /m.test(await registry.metrics()));
  await watch.stop();
});

test('a label that is no longer told is no longer shown', async () => {
  const registry = new Registry();
  let readings: readonly Reading[] = [
    [1, { of: 'a' }],
    [2, { of: 'b' }],
  ];
  const watch = new FactsWatch(registry, NOBODY, [part('some', () => Promise.resolve(readings))], () => undefined);
  await watch.start();
  readings = [[5, { of: 'b' }]];
  await until(async () => (await registry.metrics()).includes('marches_some_rows{of="b"} 5'));
  expect(await registry.metrics()).not.toContain('of="a"');
  await watch.stop();
});

test('a scrape asks nothing, a slow answer is waited for once, and the end waits for it', async () => {
  const registry = new Registry();
  let asked = 0;
  let answer: () => void = () => undefined;
  const slow = part('slow', () => {
    asked += 1;
    return new Promise((resolve) => (answer = () => resolve([])));
  });
  const watch = new FactsWatch(registry, NOBODY, [slow], () => undefined);
  const started = watch.start();
  await Promise.all(Array.from({ length: 100 }, () => registry.metrics()));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).toBe(1);
  let stopped = false;
  const stopping = watch.stop().then(() => (stopped = true));
  await Promise.resolve();
  expect(stopped).toBe(false);
  answer();
  await Promise.all([started, stopping]);
  expect(asked).toBe(1);
});

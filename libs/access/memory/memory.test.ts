import { Memory } from './memory.js';

let now = 0;
const create = (maxSize = 1_000) =>
  new Memory<string>({ ageMs: 60_000, maxSize, sizeOf: (value) => Buffer.byteLength(value), now: () => now });

/** A computation that ends when told, and how often it was asked for. */
function controlled() {
  const runs: PromiseWithResolvers[] = [];
  const compute = () =>
    new Promise<string>((resolve, reject) => {
      runs.push({ resolve, reject });
    });
  return { runs, compute };
}
interface PromiseWithResolvers {
  resolve: (value: string) => void;
  reject: (error: Error) => void;
}

test('100 identical questions at once are computed once, and the answer is kept', async () => {
  const memory = create();
  const { runs, compute } = controlled();
  const answers = Array.from({ length: 100 }, () => memory.get('page', compute));
  runs[0]!.resolve('texte');
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['texte']));
  expect(await memory.get('page', compute)).toBe('texte');
  expect(await memory.get('page 2', () => Promise.resolve('autre'))).toBe('autre');
  expect(runs).toHaveLength(1);
});

test('an answer is at most 60 s old, counted from the start of its computation', async () => {
  const memory = create();
  now = 0;
  const { runs, compute } = controlled();
  const first = memory.get('page', compute);
  now = 50_000;
  runs[0]!.resolve('lente');
  await first;
  now = 59_999;
  expect(await memory.get('page', () => Promise.resolve('neuve'))).toBe('lente');
  now = 60_000;
  expect(await memory.get('page', () => Promise.resolve('neuve'))).toBe('neuve');
});

test('nobody joins a computation begun 60 s ago, and its late answer does not replace the newer one', async () => {
  const memory = create();
  now = 0;
  const { runs, compute } = controlled();
  const stuck = memory.get('page', compute);
  now = 60_000;
  const second = memory.get('page', compute);
  runs[1]!.resolve('neuve');
  expect(await second).toBe('neuve');
  runs[0]!.resolve('périmée');
  expect(await stuck).toBe('périmée');
  expect(await memory.get('page', compute)).toBe('neuve');
});

test('a failure is shared by those who waited and never kept', async () => {
  const memory = create();
  const { runs, compute } = controlled();
  const answers = [1, 2].map(() => memory.get('page', compute));
  runs[0]!.reject(new Error('délai dépassé'));
  expect((await Promise.allSettled(answers)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await memory.get('page', () => Promise.resolve('bonne'))).toBe('bonne');
});

test('bytes are bounded: the least recently used goes, what is too large is given and not kept', async () => {
  const memory = create(100);
  const ask = (key: string, length: number) => {
    let computed = false;
    return memory
      .get(key, () => {
        computed = true;
        return Promise.resolve('é'.repeat(length / 2));
      })
      .then(() => computed);
  };
  for (let i = 0; i < 50; i += 1) {
    await ask(`page ${String(i)}`, 40);
    expect(memory.size).toBeLessThanOrEqual(100);
  }
  expect(await ask('page 49', 40)).toBe(false);
  expect(await ask('page 0', 40)).toBe(true);
  expect(await ask('grande', 102)).toBe(true);
  expect(await ask('grande', 102)).toBe(true);
});

test('what is forgotten is computed anew, even if it was being computed', async () => {
  const memory = create();
  const { runs, compute } = controlled();
  const before = memory.get('avis', compute);
  await memory.get('moi', () => Promise.resolve('compte'));
  memory.forget((key) => key === 'avis');
  runs[0]!.resolve('ancienne');
  expect(await before).toBe('ancienne');
  expect(await memory.get('avis', () => Promise.resolve('neuve'))).toBe('neuve');
  expect(await memory.get('moi', compute)).toBe('compte');
});

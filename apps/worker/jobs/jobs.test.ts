import { JOB_NAMES, type JobName } from '#platform/queue/job-names';
import { Coalescer } from './coalescer.js';
import { registryOf } from './job-registry.js';
import type { Job } from './job.js';

const job = (name: JobName): Job => ({
  name,
  looksEveryMs: null,
  whenBusy: 'skip',
  schedules: () => [],
  run: () => Promise.resolve(),
});

test('a worker refuses to start when a job has no handler, or two', () => {
  const all = JOB_NAMES.map(job);
  expect(registryOf(all).size).toBe(JOB_NAMES.length);
  expect(() => registryOf(all.slice(1))).toThrow('No handler for the job "collect"');
  expect(() => registryOf([...all, job('project')])).toThrow('The job "project" has two handlers');
});

describe('a job asked for while it runs', () => {
  async function ask(whenBusy: 'again' | 'skip'): Promise<number> {
    const coalescer = new Coalescer();
    let runs = 0;
    let finish = (): void => undefined;
    const task = () => {
      runs++;
      return runs === 1 ? new Promise<void>((resolve) => (finish = resolve)) : Promise.resolve();
    };
    const first = coalescer.run('x', whenBusy, task);
    await Promise.all([1, 2, 3].map(() => coalescer.run('x', whenBusy, task)));
    finish();
    await first;
    return runs;
  }

  test('runs once more afterwards, however often it was asked for', async () => {
    expect(await ask('again')).toBe(2);
  });
  test('or not at all', async () => {
    expect(await ask('skip')).toBe(1);
  });
  test('a failure frees its key', async () => {
    const coalescer = new Coalescer();
    await expect(coalescer.run('x', 'again', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    let ran = false;
    await coalescer.run('x', 'again', () => {
      ran = true;
      return Promise.resolve();
    });
    expect(ran).toBe(true);
  });
});

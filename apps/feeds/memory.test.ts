import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { DATASET } from './testing/ask.js';

const MIB = 1024 * 1024;

/** Resident memory of a process, bytes. Linux only. */
function residentOf(pid: number): number {
  const kB = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kB) * 1024;
}

describe('a million publications', () => {
  if (process.platform !== 'linux') {
    console.warn('resident memory is read from /proc: NOT measured on this system');
    test.skip('not Linux', () => undefined);
    return;
  }
  let child: ChildProcess;
  let url = '';

  beforeAll(async () => {
    child = spawn(process.execPath, ['dist/apps/feeds/main.js'], {
      env: { ...process.env, FEEDS_PORT: '0', FEEDS_SIZE: '1000000', FEEDS_GROWTH_SECONDS: '5' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout! })) {
      url = /http:\S+\d/.exec(line)?.[0] ?? '';
      break;
    }
  });
  afterAll(async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  });

  test('answer far pages and whole days in bounded memory', async () => {
    const page = await (await fetch(`${url}${DATASET}/records?limit=100&offset=9900`)).text();
    expect((JSON.parse(page) as { total_count: number; results: unknown[] }).results).toHaveLength(100);
    expect((JSON.parse(page) as { total_count: number }).total_count).toBeGreaterThan(200_000);
    const before = residentOf(child.pid!);
    const aDay = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const where = encodeURIComponent(`dateparution=date'${aDay}'`);
    const counted = await (await fetch(`${url}${DATASET}/records?limit=0&where=${where}`)).text();
    const { total_count } = JSON.parse(counted) as { total_count: number };
    let records = 0;
    let most = 0;
    for (let round = 0; round < 6; round++) {
      const answer = await fetch(`${url}${DATASET}/exports/jsonl?where=${where}`);
      for await (const part of answer.body!) {
        records += Buffer.from(part).toString('latin1').split('\n').length - 1;
        most = Math.max(most, residentOf(child.pid!));
      }
    }
    expect(total_count).toBeGreaterThan(500);
    expect(records).toBe(6 * total_count);
    expect(most - before).toBeLessThan(150 * MIB);
    expect(most).toBeLessThan(300 * MIB);
  });

  test('answer the pages of portals, feeds and conventions in bounded memory', async () => {
    const before = residentOf(child.pid!);
    for (const path of [
      'place/?page=Entreprise.EntrepriseAdvancedSearch&AllCons',
      'aws/rss.xml',
      'francemarches/releases.json?page=3',
    ]) {
      const answer = await fetch(`${url}/${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect((await answer.text()).length).toBeGreaterThan(1000);
    }
    expect(residentOf(child.pid!) - before).toBeLessThan(150 * MIB);
  }, 120_000);
});

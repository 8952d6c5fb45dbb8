import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { emptyDataDir, ops } from '../testing/ops.js';
import { startOf } from '#platform/postgres/process-identity';
import { holdInstance, instancePath, runningInstance } from './instance-file.js';

const FACTS = { external_database: false, base_url: 'http://127.0.0.1:3000/api/v1' };

/** Writes the file of another process. */
async function instanceOf(pid: number, dataDir: string, change: object = {}): Promise<void> {
  const instance = { pid, pid_start: await startOf(pid), database_url: null, ...FACTS, ...change };
  await writeFile(instancePath(dataDir), JSON.stringify(instance));
}

let other: ReturnType<typeof spawn>;
beforeAll(async () => {
  other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(other, 'spawn');
});
afterAll(() => other.kill('SIGKILL'));

test('the file is for its owner only and goes with the hold', async () => {
  const dataDir = emptyDataDir();
  const hold = await holdInstance(dataDir, FACTS);
  await hold.update({ database_url: 'postgres://x' });
  expect((await stat(instancePath(dataDir))).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(instancePath(dataDir), 'utf8'))).toMatchObject({ database_url: 'postgres://x' });
  await hold.release();
  await expect(readFile(instancePath(dataDir))).rejects.toThrow('ENOENT');
});

test('a data directory that a live process holds is refused, naming the process', async () => {
  const dataDir = emptyDataDir();
  await instanceOf(other.pid!, dataDir);
  await expect(holdInstance(dataDir, FACTS)).rejects.toThrow(`process ${other.pid}`);
});

test('what a killed process left is taken over, even when its number is used again', async () => {
  const dataDir = emptyDataDir();
  await instanceOf(other.pid!, dataDir, { pid_start: 'another boot' });
  await expect(runningInstance(dataDir)).resolves.toBeNull();
  await (await holdInstance(dataDir, FACTS)).release();
});

test.each([
  ['is starting', {}, /still starting/],
  ['uses a database of its own', { external_database: true }, /set the same one/],
])('commands say so when the service %s', async (_, change, message) => {
  const dataDir = emptyDataDir();
  await instanceOf(other.pid!, dataDir, change);
  const { code, stderr } = await ops(['compte', 'lister'], { DATA_DIR: dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});

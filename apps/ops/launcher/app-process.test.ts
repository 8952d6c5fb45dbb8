import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startOf } from '#platform/postgres/process-identity';

/** Built code, as it runs: the launcher under test is a process that the test can kill. */
const APP_PROCESS = resolve('dist/apps/ops/launcher/app-process.js');

/** Does what an application does: says that it is up, and takes a moment to stop. */
const POLITE = `
  process.on('SIGTERM', () => setTimeout(() => { console.log('stopped in order'); process.exit(0); }, 100));
  setInterval(() => {}, 1000);
  console.log('up ' + process.pid);`;
const DEAF = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up ' + process.pid);`;
const DYING = `console.log('up ' + process.pid); setTimeout(() => process.exit(3), 50);`;

interface TestLauncher {
  process: ChildProcess;
  ended: Promise<unknown>;
  /** Waits for the nth line that matches. */
  line(pattern: RegExp, nth?: number): Promise<RegExpExecArray>;
}

const launchers: ChildProcess[] = [];
afterEach(() => {
  for (const launcher of launchers.splice(0)) launcher.kill('SIGKILL');
});

async function launch(app: string, boundMs = 2_000): Promise<TestLauncher> {
  const folder = await mkdtemp(join(tmpdir(), 'marches-app-'));
  const script = join(folder, 'app.mjs');
  await writeFile(script, app);
  const launcher = join(folder, 'launcher.mjs');
  await writeFile(
    launcher,
    `import { AppProcess } from ${JSON.stringify(APP_PROCESS)};
     const app = new AppProcess({
       name: 'app', script: ${JSON.stringify(script)}, env: process.env, stopBoundMs: ${boundMs},
       onLine: (line) => console.log(line),
       onDeath: (death) => console.log('died ' + JSON.stringify(death)),
     });
     process.on('SIGTERM', () => app.stop().then(() => console.log('all stopped')));`,
  );
  const child = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] });
  launchers.push(child);
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return {
    process: child,
    ended,
    async line(pattern, nth = 1) {
      for (;;) {
        const found = output
          .split('\n')
          .flatMap((line) => [pattern.exec(line) ?? []].filter((match) => match.length > 0));
        const match = found[nth - 1];
        if (match) return match as RegExpExecArray;
        await new Promise((wake) => setTimeout(wake, 20));
      }
    },
  };
}

async function pidOf(launcher: TestLauncher, nth = 1): Promise<number> {
  return Number((await launcher.line(/^up (\d+)/, nth))[1]);
}

async function gone(pid: number, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    if ((await startOf(pid)) === null) return true;
    await new Promise((wake) => setTimeout(wake, 50));
  }
  return false;
}

test('an application is asked to stop and waited for', async () => {
  const launcher = await launch(POLITE);
  const pid = await pidOf(launcher);
  launcher.process.kill('SIGTERM');
  await launcher.line(/stopped in order/);
  await launcher.line(/all stopped/);
  await expect(startOf(pid)).resolves.toBeNull();
  await launcher.ended;
});

test('one that does not stop is killed after the bound', async () => {
  const launcher = await launch(DEAF, 300);
  const pid = await pidOf(launcher);
  launcher.process.kill('SIGTERM');
  await launcher.line(/all stopped/);
  await expect(startOf(pid)).resolves.toBeNull();
});

test('one that dies is started again, with growing delays', async () => {
  const launcher = await launch(DYING);
  const first = await pidOf(launcher);
  const second = await pidOf(launcher, 2);
  expect(second).not.toBe(first);
  const deaths = [await launcher.line(/^died (.*)/, 1), await launcher.line(/^died (.*)/, 2)];
  expect(deaths.map((death) => JSON.parse(death[1]!))).toEqual([
    { how: 'code 3', inARow: 1, retryInMs: 500 },
    { how: 'code 3', inARow: 2, retryInMs: 1_000 },
  ]);
});

test.each([
  ['in order', POLITE],
  ['by force when it is deaf', DEAF],
])('a launcher killed with -9 leaves nothing: the application stops by itself, %s', async (_, app) => {
  const launcher = await launch(app);
  const pid = await pidOf(launcher);
  launcher.process.kill('SIGKILL');
  await expect(gone(pid, 10_000)).resolves.toBe(true);
});

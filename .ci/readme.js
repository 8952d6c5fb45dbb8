// Follows README.md as a newcomer would: a clean clone, every fenced command in order and word by word, in a shell of
// its own beside `npm start`, then the commands that `npm start` prints, then Ctrl-C.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PORT = 3000; // of the README's addresses
const READY_WITHIN_MS = 480_000;
const STOPPED_WITHIN_MS = 30_000;
const BLOCK_WITHIN_MS = 240_000;
const READY = /^Stop +Ctrl-C$/m;
const END_OF_BLOCK = '__block_ended__';

/** The README's commands that are not run beside the service. */
const START = 'npm ci && npm start';
const TEST = 'npm ci && npm test'; // .ci/run runs it as its own step, in these words

const processes = [];
const folder = await mkdtemp(join(tmpdir(), 'marches-readme-'));
const clone = join(folder, 'marches-publics-api');
const began = Date.now();
let failure = null;
try {
  await walk();
} catch (error) {
  failure = error;
} finally {
  for (const child of processes) if (child.exitCode === null && child.signalCode === null) kill(child, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
if (failure) {
  console.error(`README.md cannot be followed: ${failure.message}`);
  process.exit(1);
}
console.log(`README.md followed in ${seconds(began)} s.`);

async function walk() {
  const changed = git(['status', '--porcelain']).trim();
  if (changed !== '') console.log(`Only what is committed is followed; not so here:\n${changed}`);
  git(['clone', '--quiet', '.', clone]);
  const blocks = commandBlocks(readFileSync(join(clone, 'README.md'), 'utf8'));
  for (const needed of [START, TEST]) {
    if (!blocks.includes(needed)) throw new Error(`it has no block \`${needed}\``);
  }
  if (!readFileSync(join(clone, '.ci/run'), 'utf8').includes(TEST)) throw new Error(`.ci/run does not run \`${TEST}\``);
  if (blocks[0] !== START) throw new Error(`its first block is not \`${START}\``);

  await portFree();
  const service = await startService();
  const shell = openShell();
  for (const block of blocks) {
    if (block === START || block === TEST) continue;
    await shell.run(block);
  }
  if (statSync(join(clone, 'avis.ndjson')).size === 0) throw new Error('the mirror copied nothing');
  for (const command of service.output().match(/^curl .*$/gm) ?? []) await shell.run(command);
  await shell.close();
  await stop(service);
}

/** Texts of the fenced blocks of shell commands. A fence of another language is no command; one without any is a slip. */
function commandBlocks(markdown) {
  return [...markdown.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(([, language, text]) => {
    if (['', 'bash', 'shell', 'console'].includes(language))
      throw new Error(`a fence says \`\`\`${language}: commands are \`\`\`sh`);
    return language === 'sh' ? [text.trim()] : [];
  });
}

async function startService() {
  const child = start('bash', ['-c', START]);
  const service = { child, output: capture(child) };
  const started = Date.now();
  while (!READY.test(service.output())) {
    if (child.exitCode !== null) throw new Error(`\`${START}\` ended with ${child.exitCode}`);
    if (Date.now() - started > READY_WITHIN_MS) throw new Error(`\`${START}\` was not ready in time`);
    await sleep(100);
  }
  console.log(`\n=== ready after ${seconds(started)} s`);
  return service;
}

/** One shell for all blocks, so that what one sets the next one has. A command that fails ends it; curl fails on refusals. */
function openShell() {
  const child = start('bash', ['-euo', 'pipefail'], 'pipe');
  const output = capture(child);
  child.stdin.write('curl() { command curl --fail-with-body "$@"; }\n');
  return {
    async run(block) {
      console.log(`\n=== ${block}`);
      const [from, started] = [output().length, Date.now()];
      child.stdin.write(`${block}\nprintf '\\n%s\\n' ${END_OF_BLOCK}\n`);
      while (!output().slice(from).includes(END_OF_BLOCK)) {
        if (child.exitCode !== null) throw new Error(`a command failed in:\n${block}`);
        if (Date.now() - started > BLOCK_WITHIN_MS) throw new Error(`it takes too long:\n${block}`);
        await sleep(50);
      }
      console.log(`=== ${seconds(started)} s`);
    },
    async close() {
      child.stdin.end();
      while (child.exitCode === null) await sleep(20);
    },
  };
}

async function stop({ child }) {
  kill(child, 'SIGINT'); // the group, as Ctrl-C in a terminal
  for (const end = Date.now() + STOPPED_WITHIN_MS; child.exitCode === null && child.signalCode === null;) {
    if (Date.now() > end) throw new Error(`still running ${STOPPED_WITHIN_MS / 1000} s after Ctrl-C`);
    await sleep(50);
  }
  if (await fetch(`http://127.0.0.1:${PORT}/api/v1/sante`).catch(() => null))
    throw new Error('the API outlives npm start');
  if (!existsSync(join(clone, '.data/demo.json'))) throw new Error('.data/demo.json is not where the README says');
}

function start(command, args, stdin = 'ignore') {
  // Nothing of this script's own run reaches the newcomer's.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_OPTIONS$)/.test(name)));
  const child = spawn(command, args, { cwd: clone, env, detached: true, stdio: [stdin, 'pipe', 'pipe'] });
  processes.push(child);
  return child;
}

/** Shows what a process prints and keeps it; long lines are cut in what is shown. */
function capture(child) {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stdout.write(text.replace(END_OF_BLOCK, '').replace(/^(.{300}).+$/gm, '$1…'));
    });
  }
  return () => output;
}

/** The addresses of the README are fixed: another program there would answer in our place. */
async function portFree() {
  for (const end = Date.now() + BLOCK_WITHIN_MS; ; await sleep(1_000)) {
    const free = await new Promise((resolve) => {
      const server = createServer().once('error', () => resolve(false));
      server.listen(PORT, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (free) return;
    if (Date.now() > end) throw new Error(`port ${PORT} is taken by another program`);
  }
}

function git(args) {
  return execFileSync('git', args, { encoding: 'utf8' });
}

function kill(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Gone already.
  }
}

function seconds(since) {
  return ((Date.now() - since) / 1000).toFixed(0);
}

// Runs the README's start command as a newcomer would, follows what it prints, and stops it with Ctrl-C.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkToolServer } from './tool-server.js';

const READY_WITHIN_MS = 90_000;
const dataDir = await mkdtemp(join(tmpdir(), 'marches-smoke-'));
const port = await freePort();
const started = Date.now();
const service = spawn('npm', ['start'], {
  detached: true, // a group of its own, so that the interrupt reaches what a terminal's Ctrl-C would reach
  // The conformance suites of the tool server ask faster than a client may.
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMIT_PER_KEY: '100000',
    RATE_LIMIT_PER_IP: '100000',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

let output = '';
let failure = null;
try {
  await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS);
    service.stdout.on('data', (chunk) => {
      process.stdout.write(chunk);
      output += chunk;
      if ((output.match(/curl /g) ?? []).length >= 3 && output.trimEnd().split('\n').length > 3) {
        clearTimeout(timer);
        resolve();
      }
    });
    service.once('exit', (code) => reject(new Error(`npm start ended with ${code} before it was ready`)));
  });
  console.log(`ready after ${Date.now() - started} ms`);
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'));
  for (const path of ['/avis?per_page=5', '/avis?q=travaux', '/departements', '/sources', '/moi']) {
    const answer = await fetch(demo.base_url + path, { headers: { 'X-API-Key': demo.cles.complete } });
    const body = await answer.json();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`);
    if (path.startsWith('/avis') && body.data.length === 0) throw new Error(`${path} has no notice`);
  }
  const checked = Date.now();
  await checkToolServer(demo.mcp_url, demo.cles.complete);
  console.log(`tool server checked in ${Date.now() - checked} ms`);
} catch (error) {
  failure = error;
}

const stopped = new Promise((resolve) => service.once('exit', resolve));
if (service.exitCode === null) process.kill(-service.pid, 'SIGINT');
await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 20_000))]);
if (service.exitCode === null && service.signalCode === null) {
  failure ??= new Error('still running 20 s after Ctrl-C');
  process.kill(-service.pid, 'SIGKILL');
}
if (await fetch(`http://127.0.0.1:${port}/api/v1/sante`).catch(() => null))
  failure ??= new Error('the API outlives npm start');
await rm(dataDir, { recursive: true, force: true });
if (failure) {
  console.error(failure);
  process.exit(1);
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const chosen = server.address().port;
      server.close(() => resolve(chosen));
    });
  });
}

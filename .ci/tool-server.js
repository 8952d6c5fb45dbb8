// Checks a running tool server with the protocol's own tools: both conformance suites and the inspector's command line.
// Starts the service (built already) for it, or takes one that runs: node .ci/tool-server.js <mcp_url> <key>
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** They want a newer Node than the service: npx brings it. Nothing of it is a dependency of ours. */
const NODE = 'node@22';
const CONFORMANCE = '@modelcontextprotocol/conformance';
const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const COMMAND_WITHIN_MS = 120_000;
const READY_WITHIN_MS = 120_000;

/** @throws Error that names the tool that was not content; it has printed why. */
async function checkToolServer(url, key) {
  const folder = await mkdtemp(join(tmpdir(), 'tool-server-'));
  const relay = await startRelay(url, key);
  try {
    // Versions are fixed, and so are the lists of what cannot pass. The newest revision has its suite in advance only.
    await conformance(folder, '0.1.16', relay.url, '2025-11-25.yml', '--suite', 'all');
    await conformance(folder, '0.2.0-alpha.12', relay.url, '2026-07-28.yml', '--requirements', '2026-07-28');
    for (const era of ['legacy', 'modern']) {
      const inspect = (...asked) =>
        npx(
          folder,
          INSPECTOR,
          'mcp-inspector',
          '--cli',
          url,
          '--header',
          `X-API-Key: ${key}`,
          '--protocol-era',
          era,
          ...asked,
        );
      const { tools } = JSON.parse(await inspect('--method', 'tools/list'));
      if (tools.length !== 11) throw new Error(`the inspector was shown ${tools.length} tools (${era})`);
      const called = JSON.parse(
        await inspect('--method', 'tools/call', '--tool-name', 'search_avis', '--tool-arg', 'per_page=2'),
      );
      if (called.structuredContent?.data?.length !== 2)
        throw new Error(`the inspector read ${JSON.stringify(called)} (${era})`);
      console.log(`inspector, ${era}: 11 tools listed, one called`);
    }
  } finally {
    await relay.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function conformance(folder, version, url, expected, ...asked) {
  const baseline = fileURLToPath(new URL(`conformance/${expected}`, import.meta.url));
  const printed = await npx(
    folder,
    `${CONFORMANCE}@${version}`,
    'conformance',
    'server',
    '--url',
    url,
    '--expected-failures',
    baseline,
    ...asked,
  );
  console.log(`conformance ${version}\n${printed.slice(Math.max(0, printed.indexOf('=== SUMMARY')))}`);
}

/** Runs a command of a package. @returns what it printed. @throws Error when it fails, with all that it said. */
async function npx(folder, pkg, ...command) {
  const child = spawn('npx', ['-y', '-p', NODE, '-p', pkg, ...command], {
    cwd: folder, // far from our own package.json
    env: { ...process.env, MCP_STORAGE_DIR: folder, MCP_CATALOG_PATH: join(folder, 'catalog.json') },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: COMMAND_WITHIN_MS,
  });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code === 0) return printed;
  console.error(said, printed);
  throw new Error(`${pkg} was not content with the tool server, or did not run: it ended with ${code}`);
}

/** The suites send no key: this stands between and adds it. Host and Origin pass as they came. */
async function startRelay(url, key) {
  const relay = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'x-api-key': key };
    const passedOn = request(url, { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode, given.headers);
      given.pipe(answer);
    });
    passedOn.on('error', () => answer.destroy());
    asked.pipe(passedOn);
  });
  await new Promise((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${relay.address().port}/mcp`,
    close() {
      relay.closeAllConnections();
      return new Promise((resolve) => relay.close(resolve));
    },
  };
}

/** A service of its own, built already, whose limits let hundreds of requests a minute pass. */
async function withService(check) {
  const folder = await mkdtemp(join(tmpdir(), 'marches-tools-'));
  const service = spawn(process.execPath, ['dist/apps/ops/main.js', 'start'], {
    detached: true, // a group of its own, ended as a whole
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      WORKER_PORT: '0',
      RATE_LIMIT_PER_KEY: '100000',
      RATE_LIMIT_PER_IP: '100000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await readiness(service);
    const { mcp_url: url, cles } = JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));
    await check(url, cles.complete);
  } finally {
    process.kill(-service.pid, 'SIGINT');
    await new Promise((resolve) => (service.exitCode === null ? service.once('close', resolve) : resolve()));
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readiness(service) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS);
    let printed = '';
    service.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
      if (!/^Stop +Ctrl-C$/m.test(printed)) return;
      clearTimeout(timer);
      resolve();
    });
    service.once('exit', (code) => reject(new Error(`the service ended with ${code} before it was ready`)));
  });
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const [url, key] = process.argv.slice(2);
if (url !== undefined && key !== undefined) await checkToolServer(url, key);
else await withService(checkToolServer);

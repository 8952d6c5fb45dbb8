import { execFile } from 'node:child_process';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FIELDS } from './fields.js';
import { PER_PAGE, type Position } from './positions.js';
import { startServer } from './server-process.js';
import type { Row, Side } from './side.js';

const run = promisify(execFile);
const PACKAGES = { node: '22', postgraphile: '5' };

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
/** `id` of the table is `rowId` there: `id` is the identifier of Relay's nodes. */
const fields = FIELDS.map((name) => `${name}: ${name === 'id' ? 'rowId' : camel(name)}`).join(' ');

const PAGE = `query Page($after: Cursor) {
  allAvis(condition: { statut: "ouvert" }, orderBy: [VERSION_ASC], first: ${PER_PAGE}, after: $after) { nodes { ${fields} } }
}`;
const NEXT = `query Next($after: Cursor) {
  allAvis(condition: { statut: "ouvert" }, orderBy: [VERSION_ASC], first: ${PER_PAGE}, after: $after) { pageInfo { endCursor } }
}`;

/** PostGraphile needs Node 22: both are installed in a folder of their own, which is kept. */
async function install(): Promise<string> {
  const folder = join(tmpdir(), 'marches-bench-postgraphile');
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES, allowScripts: { node: true } }),
  );
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder });
  await copyFile(
    fileURLToPath(new URL('../../../bench/serve/postgraphile-server.js', import.meta.url)),
    join(folder, 'server.js'),
  );
  return folder;
}

export async function startPostgraphile(databaseUrl: string): Promise<Side> {
  const folder = await install();
  const command: [string, string] = [join(folder, 'node_modules/.bin/node'), join(folder, 'server.js')];
  const env = { DATABASE_URL: databaseUrl, GRAPHILE_ENV: 'production' };
  const headers = { 'content-type': 'application/json', accept: 'application/json' };
  const ready = { path: '/graphql', init: { method: 'POST', headers, body: '{"query":"{__typename}"}' } };
  const server = await startServer(command, env, ready);
  const body = (query: string, after: string | null) => JSON.stringify({ query, variables: { after } });
  const post = (query: string, after: string | null) => ({
    method: 'POST' as const,
    path: '/graphql',
    headers,
    body: body(query, after),
  });
  return {
    name: 'PostGraphile 5',
    server,
    async requestsFor(positions: readonly Position[]) {
      const cursors: string[] = [];
      let cursor: string | null = null;
      for (let page = 1; page <= (positions.at(-1)?.page ?? 1); page += 1) {
        if (cursor !== null && positions.some((position) => position.page === page)) cursors.push(cursor);
        const answer = await fetch(`${server.url}/graphql`, { method: 'POST', headers, body: body(NEXT, cursor) });
        const told = (await answer.json()) as { data: { allAvis: { pageInfo: { endCursor: string } } } };
        cursor = told.data.allAvis.pageInfo.endCursor;
      }
      return cursors.map((after) => post(PAGE, after));
    },
    rowsOf: (answer) => (answer as { data: { allAvis: { nodes: Row[] } } }).data.allAvis.nodes,
  };
}

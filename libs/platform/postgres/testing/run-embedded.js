// A process that holds an embedded PostgreSQL until its standard input closes or it is killed. One JSON line: the outcome.
import { startEmbeddedPostgres } from '../../../../dist/libs/platform/postgres/embedded.js';

const log = [];
try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2], log: (line) => log.push(line) });
  process.stdout.write(`${JSON.stringify({ url: postgres.url, pid: postgres.pid(), log })}\n`);
  process.stdin.resume();
  process.stdin.once('end', async () => {
    await postgres.stop();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error.message, log })}\n`, () => process.exit(1));
}

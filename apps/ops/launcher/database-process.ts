import { readConfiguration } from '#platform/configuration/configuration';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/postgres/embedded';

/**
 * The embedded PostgreSQL in a process of its own: a launcher killed with -9 cannot stop a server, this one can, and
 * does when the channel closes. Tells the launcher the address, or why there is none.
 */
export type DatabaseMessage = { kind: 'ready'; url: string } | { kind: 'refused'; reason: string };

const INFO = 30;
const WARN = 40;

let database: EmbeddedPostgres | null = null;
let stopAsked = false;

async function stopWhenAsked(): Promise<void> {
  if (!stopAsked || !database) return;
  await database.stop();
  process.exit(0);
}

async function refuse(error: unknown): Promise<never> {
  await tell({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}

function tell(message: DatabaseMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve());
    else resolve();
  });
}

function log(line: string): void {
  const level = /PANIC|unexpected/.test(line) ? WARN : INFO;
  process.stdout.write(`${JSON.stringify({ level, msg: line })}\n`);
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stopAsked = true;
    void stopWhenAsked();
  });
}

try {
  database = await startEmbeddedPostgres({ dataDir: readConfiguration(process.env).dataDir, log });
  database.failed.catch(refuse);
  await stopWhenAsked();
  await tell({ kind: 'ready', url: database.url });
} catch (error) {
  await refuse(error);
}

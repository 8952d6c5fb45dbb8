import { resolve } from 'node:path';
import { runningInstance } from './launcher/instance-file.js';
import { Refusal } from './refusal.js';

/**
 * The database that commands work on: DATABASE_URL, else the embedded one of the service that runs on DATA_DIR.
 * @throws Refusal when there is neither.
 */
export async function databaseAddress({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<string> {
  if (databaseUrl !== null) return databaseUrl;
  const place = resolve(dataDir);
  const instance = await runningInstance(dataDir);
  if (instance === null) {
    throw new Refusal(
      `No database: DATABASE_URL is not set and no service runs on ${place}. Start it with \`npm start\` in another terminal, or set DATABASE_URL.`,
    );
  }
  if (instance.external_database) {
    throw new Refusal(
      `The service on ${place} (process ${instance.pid}) was started with a DATABASE_URL: set the same one for this command.`,
    );
  }
  if (instance.database_url === null) {
    throw new Refusal(`The service on ${place} (process ${instance.pid}) is still starting: try again in a moment.`);
  }
  return instance.database_url;
}

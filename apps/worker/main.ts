import { readConfiguration } from '#platform/configuration/configuration';
import { migrate } from '#platform/database/migrate';
import { MIGRATIONS } from '../../migrations/index.js';
import { createWorker } from './create-worker.js';
import { listen } from './http/listen.js';

try {
  const configuration = readConfiguration(process.env);
  const { databaseUrl } = configuration;
  if (databaseUrl === null) {
    throw new Error('The worker needs DATABASE_URL. `npm start` runs everything, database included.');
  }
  await migrate(databaseUrl, MIGRATIONS);
  const app = await createWorker({ configuration, databaseUrl });
  // The first process of a container is not ended by a signal that it sends itself.
  app.enableShutdownHooks([], { useProcessExit: true });
  await listen(app, configuration);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { readConfiguration } from '#platform/configuration/configuration';
import { apiAddress } from '#platform/database/api-address';
import { checkSchema, schemaOnceKnown } from '#platform/database/schema-age';
import { MIGRATIONS } from '../../migrations/index.js';
import { createApi } from './create-api.js';

const LOOK_EVERY_MS = 2_000;

// Pages are bytes outside the heap, and Node weighs them against what is alive in it: by its own measure it looked through
// all of the heap every eighty pages. At most three times what is alive: at five a process came near the 768 MB of its
// container.
setFlagsFromString('--heap-growing-percent=200');
// While the service starts much of what is allocated stays, and V8 then takes the same places in the code for ones whose
// objects live long: born old, each kept its page until all of the heap was looked through.
setFlagsFromString('--no-allocation-site-pretenuring');

try {
  const configuration = readConfiguration(process.env);
  const { databaseUrl } = configuration;
  const apiDatabaseUrl = configuration.apiDatabaseUrl ?? (databaseUrl === null ? null : apiAddress(databaseUrl));
  if (apiDatabaseUrl === null) {
    throw new Error('The API needs DATABASE_URL or API_DATABASE_URL. `npm start` runs everything, database included.');
  }
  // Without a database the API answers 503 until there is one, and looks then.
  const schema = await checkSchema(apiDatabaseUrl, MIGRATIONS);
  const app = await createApi({ ...configuration, apiDatabaseUrl });
  await app.listen(configuration.port, configuration.host);
  if (schema === 'unknown') schemaOnceKnown(apiDatabaseUrl, MIGRATIONS, LOOK_EVERY_MS).catch(refuse);
} catch (error) {
  refuse(error);
}

function refuse(error: unknown): never {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

import 'reflect-metadata';
import { readConfiguration } from '#platform/configuration/configuration';
import { apiAddress } from '#platform/database/api-address';
import { createApi } from './create-api.js';

const configuration = readConfiguration(process.env);
const apiDatabaseUrl =
  configuration.apiDatabaseUrl ?? (configuration.databaseUrl === null ? null : apiAddress(configuration.databaseUrl));
if (apiDatabaseUrl === null) {
  throw new Error(
    'The API needs DATABASE_URL or API_DATABASE_URL; `npm start` starts an embedded database and sets it.',
  );
}
const app = await createApi({ ...configuration, apiDatabaseUrl });
await app.listen(configuration.port, configuration.host);

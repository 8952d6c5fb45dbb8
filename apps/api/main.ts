import 'reflect-metadata';
import { readConfiguration } from '#platform/configuration/configuration';
import { apiAddress } from '#platform/database/api-address';
import { createApi } from './create-api.js';

try {
  const configuration = readConfiguration(process.env);
  const { databaseUrl } = configuration;
  const apiDatabaseUrl = configuration.apiDatabaseUrl ?? (databaseUrl === null ? null : apiAddress(databaseUrl));
  if (apiDatabaseUrl === null) {
    throw new Error('The API needs DATABASE_URL or API_DATABASE_URL. `npm start` runs everything, database included.');
  }
  const app = await createApi({ ...configuration, apiDatabaseUrl });
  await app.listen(configuration.port, configuration.host);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}

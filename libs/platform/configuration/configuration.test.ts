import { readFileSync } from 'node:fs';
import { SOURCES } from '#sources/registry';
import { ConfigurationError, readConfiguration } from './configuration.js';
import { renderExample } from './example.js';
import { SETTINGS } from './settings.js';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfiguration(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

test('an empty environment gives the defaults of the documentation', () => {
  expect(readConfiguration({})).toMatchObject({
    databaseUrl: null,
    apiDatabaseUrl: null,
    dataDir: '.data',
    redisUrl: null,
    port: 3000,
    host: '127.0.0.1',
    workerHost: '127.0.0.1',
    workerPort: 3002,
    operatorToken: null,
    feeds: 'simulated',
    feedsUrl: 'http://127.0.0.1:3001',
    collection: {
      tedSiteUrl: 'http://127.0.0.1:3001/ted',
      cadenceSeconds: 15,
      addresses: {
        boamp: 'http://127.0.0.1:3001/boamp',
        ted: 'http://127.0.0.1:3001/ted-api',
        place: 'http://127.0.0.1:3001/place',
        aws: 'http://127.0.0.1:3001/aws/rss.xml',
        klekoon: 'http://127.0.0.1:3001/klekoon/releases.json',
      },
    },
    registres: {
      addresses: { pes_marche: 'http://127.0.0.1:3001/api/1/datasets/65cf3c55ec910b5a8e2fc084/' },
      everySeconds: 300,
    },
    trustProxy: false,
    logLevel: 'info',
    syncMarginSeconds: 600,
    listTimeoutMs: 5000,
    rateLimitPerKey: 60,
    rateLimitPerIp: 120,
    maxInFlightPerKey: 4,
    maxInFlight: 8,
    responseMemorySeconds: 60,
    feedsSize: 3000,
  });
});

test('FEEDS=live reads the registers on data.gouv once a day, unless told otherwise', () => {
  expect(readConfiguration({ FEEDS: 'live' }).registres).toEqual({
    addresses: {
      decp_minef: 'https://www.data.gouv.fr/api/1/datasets/5cd57bf68b4c4179299eb0e9/',
      pes_marche: 'https://www.data.gouv.fr/api/1/datasets/65cf3c55ec910b5a8e2fc084/',
      aife_dume: 'https://www.data.gouv.fr/api/1/datasets/5df410e86f44413a91d34be3/',
    },
    everySeconds: 86_400,
  });
  const { registres } = readConfiguration({ AIFE_DUME_URL: 'https://example.org/aife.xml', IMPORT_DECP_SECONDS: '0' });
  expect(registres).toMatchObject({ addresses: { aife_dume: 'https://example.org/aife.xml' }, everySeconds: null });
});

test('SIRENE is read at INSEE or in the simulation, unless told otherwise', () => {
  expect(readConfiguration({ FEEDS: 'live', SIRENE_UNITES_URL: 'https://example.org/u.parquet' }).sirene).toEqual({
    addresses: {
      sirene_unites: 'https://example.org/u.parquet',
      sirene_etablissements: 'https://files.data.gouv.fr/insee-sirene/StockEtablissement_utf8.zip',
    },
    everySeconds: 86_400,
  });
  expect(readConfiguration({ IMPORT_SIRENE_SECONDS: '0' }).sirene).toMatchObject({
    addresses: { sirene_unites: 'http://127.0.0.1:3001/sirene/StockUniteLegale_utf8.zip' },
    everySeconds: null,
  });
});

test('a model is asked when its address and its name are given, each by itself', () => {
  expect(readConfiguration({}).modeles).toEqual({ petit: null, grand: null });
  const { modeles } = readConfiguration({
    MODELE_GRAND_URL: 'https://models.example/v1/',
    MODELE_GRAND_NAME: 'large-3',
    MODELE_GRAND_KEY: 'sk-123',
    MODELE_GRAND_CALLS_PER_DAY: '50',
  });
  expect(modeles).toEqual({
    petit: null,
    grand: {
      url: 'https://models.example/v1',
      nom: 'large-3',
      cle: 'sk-123',
      timeoutMs: 60_000,
      appelsParJour: 50,
      appelsParMinute: 30,
    },
  });
  expect(faultsOf({ MODELE_PETIT_NAME: 'x' })).toEqual(['MODELE_PETIT_URL must be given with MODELE_PETIT_NAME.']);
  expect(faultsOf({ MODELE_PETIT_URL: 'http://127.0.0.1:8000/v1' })).toHaveLength(1);
  expect(faultsOf({ MODELE_PETIT_KEY: 'sk-(secret)' }).join()).not.toContain('secret');
});

test('an empty variable counts as absent', () => {
  expect(readConfiguration({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: null });
});

test('FEEDS=live collects what is open to all, and the others where an address is given', () => {
  const { feedsUrl, collection } = readConfiguration({
    FEEDS: 'live',
    TED_SITE_URL: 'https://ted.example/',
    MEGALIS_BRETAGNE_URL: 'https://megalis.example',
  });
  expect(feedsUrl).toBeNull();
  expect(collection).toMatchObject({ tedSiteUrl: 'https://ted.example', cadenceSeconds: null });
  const { addresses } = collection;
  expect(Object.fromEntries(Object.entries(addresses).filter(([, address]) => address !== null))).toEqual({
    boamp: 'https://boamp-datadila.opendatasoft.com',
    ted: 'https://api.ted.europa.eu',
    megalis_bretagne: 'https://megalis.example',
  });
  expect(Object.keys(addresses)).toEqual(SOURCES.map(({ code }) => code));
});

test('TRUST_PROXY takes addresses and ranges, never everybody', () => {
  expect(readConfiguration({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual([
    'loopback',
    '10.0.0.0/8',
    '::1',
  ]);
  for (const TRUST_PROXY of ['true', '10.0.0.0/33', 'proxy.local', '10.0.0.0/8/8', ',']) {
    expect(faultsOf({ TRUST_PROXY })).toHaveLength(1);
  }
});

test.each([
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['HOST', 'localhost:3000'],
  ['HOST', 'a b'],
  ['FEEDS', 'Live'],
  ['DATABASE_URL', 'mysql://x/y'],
  ['DATABASE_URL', 'localhost/marches'],
  ['REDIS_URL', 'localhost:6379'],
  ['SITE_URL', 'javascript:alert(1)'],
  ['LOG_LEVEL', 'verbose'],
  ['LIST_TIMEOUT_MS', '0'],
  ['LIST_TIMEOUT_MS', '5e3'],
  ['FEEDS_SIZE', '49'],
  ['FEEDS_SIZE', '1000001'],
  ['PLACE_URL', 'www.marches-publics.gouv.fr'],
  ['COLLECT_LIVE_SECONDS', '59'],
  ['COLLECT_CONTACT', 'Élodie (bureau)'],
  ['OPERATOR_TOKEN', 'thirty-one characters are few..'],
  ['OPERATOR_TOKEN', 'a token of thirty-two and more, but with spaces'],
])('%s=%s is refused by name, saying what is accepted', (variable, value) => {
  const faults = faultsOf({ [variable]: value });
  expect(faults).toEqual([expect.stringMatching(new RegExp(`^${variable} must be .+\\.$`))]);
});

test('every fault is told at once and no value is repeated', () => {
  const faults = faultsOf({ PORT: 'x', DATABASE_URL: 'secret-password', FEEDS: 'no' });
  expect(faults).toHaveLength(3);
  expect(faults.join(' ')).not.toContain('secret-password');
});

test('every default is itself acceptable', () => {
  for (const setting of Object.values(SETTINGS)) {
    if (setting.default !== null) expect(setting.read(setting.default)).toBeDefined();
  }
});

test('.env.example says exactly what the code reads (rewrite it with UPDATE_ENV_EXAMPLE=1)', async () => {
  const file = new URL('../../../.env.example', import.meta.url);
  if (process.env['UPDATE_ENV_EXAMPLE'] === '1') {
    const { writeFileSync } = await import('node:fs');
    writeFileSync(file, renderExample());
  }
  expect(readFileSync(file, 'utf8')).toBe(renderExample());
});

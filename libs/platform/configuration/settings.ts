import { mcpHosts } from './mcp-hosts.js';
import { address, folder, host, integer, oneOf, optionalInteger, secret, text } from './setting.js';
import { trustProxy } from './trust-proxy.js';

const POSTGRES = ['postgres:', 'postgresql:'] as const;
const HTTP = ['http:', 'https:'] as const;

/** Every setting of every application, once. `.env.example` is rendered from here. */
export const SETTINGS = {
  databaseUrl: address({
    variable: 'DATABASE_URL',
    protocols: POSTGRES,
    description: 'PostgreSQL 17 or newer, with the rights of the owner. Absent: embedded PostgreSQL in DATA_DIR.',
  }),
  apiDatabaseUrl: address({
    variable: 'API_DATABASE_URL',
    protocols: POSTGRES,
    description: 'PostgreSQL with the rights of the API. Absent: DATABASE_URL under the role marches_api.',
  }),
  dataDir: folder({
    variable: 'DATA_DIR',
    default: '.data',
    description: 'Folder of the embedded PostgreSQL and of demo.json.',
  }),
  redisUrl: address({
    variable: 'REDIS_URL',
    protocols: ['redis:', 'rediss:'],
    description:
      'Redis 7 for the queue and for rate limits shared by several API instances. Absent: PostgreSQL and memory.',
  }),
  port: integer({ variable: 'PORT', default: '3000', min: 0, max: 65_535, description: 'Port of the API.' }),
  host: host({
    variable: 'HOST',
    default: '127.0.0.1',
    description: 'Address the API listens on. 0.0.0.0 opens it to the network.',
  }),
  siteUrl: address({
    variable: 'SITE_URL',
    protocols: HTTP,
    default: 'https://marches-publics.example',
    description: 'Public site whose buyer and contractor pages the answers link to.',
  }),
  mcpHosts,
  trustProxy,
  logLevel: oneOf({
    variable: 'LOG_LEVEL',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    default: 'info',
    description: 'Least level that is logged.',
  }),
  logFormat: oneOf({
    variable: 'LOG_FORMAT',
    values: ['auto', 'json', 'pretty'],
    default: 'auto',
    description: 'auto: readable lines in a terminal, JSON otherwise.',
  }),

  syncMarginSeconds: integer({
    variable: 'SYNC_MARGIN_SECONDS',
    default: '600',
    min: 0,
    max: 86_400,
    unit: 'seconds',
    description: 'Cursor mode serves only versions at least this old. The contract says 600.',
  }),
  listTimeoutMs: integer({
    variable: 'LIST_TIMEOUT_MS',
    default: '5000',
    min: 1,
    max: 600_000,
    unit: 'milliseconds',
    description: 'Longest database time of a list; beyond, 503.',
  }),
  rateLimitPerKey: integer({
    variable: 'RATE_LIMIT_PER_KEY',
    default: '60',
    min: 1,
    max: 1_000_000,
    description: 'Requests a minute for one key.',
  }),
  rateLimitPerIp: integer({
    variable: 'RATE_LIMIT_PER_IP',
    default: '120',
    min: 1,
    max: 1_000_000,
    description: 'Requests a minute for one IP address (IPv6: one /64), counted before the key is read.',
  }),
  maxInFlightPerKey: integer({
    variable: 'MAX_IN_FLIGHT_PER_KEY',
    default: '4',
    min: 1,
    max: 10_000,
    description: 'Requests of one key served at the same time by one API instance.',
  }),
  maxInFlight: integer({
    variable: 'MAX_IN_FLIGHT',
    default: '8',
    min: 1,
    max: 10_000,
    description: 'Requests of all keys served at the same time by one API instance.',
  }),
  responseMemorySeconds: integer({
    variable: 'RESPONSE_MEMORY_SECONDS',
    default: '60',
    min: 0,
    max: 3600,
    unit: 'seconds',
    description: 'How long an answer is remembered on the routes that the contract names. 0 turns it off.',
  }),
  clientTimeoutMs: integer({
    variable: 'CLIENT_TIMEOUT_MS',
    default: '30000',
    min: 1_000,
    max: 600_000,
    unit: 'milliseconds',
    description: 'Longest time a client may take to send its request, and as long again to take its answer.',
  }),
  shutdownGraceSeconds: integer({
    variable: 'SHUTDOWN_GRACE_SECONDS',
    default: '5',
    min: 0,
    max: 300,
    unit: 'seconds',
    description:
      'How long an API that was asked to end goes on answering, unready already, so that the proxy in front stops asking it first: longer than the proxy takes to notice. A second signal ends it at once.',
  }),
  apiPoolSize: integer({
    variable: 'API_POOL_SIZE',
    default: '10',
    min: 1,
    max: 500,
    description: 'Database connections of one API instance.',
  }),
  workerPoolSize: integer({
    variable: 'WORKER_POOL_SIZE',
    default: '10',
    min: 4,
    max: 500,
    description: 'Database connections of one worker.',
  }),
  workerHost: host({
    variable: 'WORKER_HOST',
    default: '127.0.0.1',
    description: "Address the worker's own server listens on: the operators' console. 0.0.0.0 opens it to the network.",
  }),
  workerPort: integer({
    variable: 'WORKER_PORT',
    default: '3002',
    min: 0,
    max: 65_535,
    description: "Port of the worker's own server. 0: any free one. Several workers on one machine need one each.",
  }),
  operatorToken: secret({
    variable: 'OPERATOR_TOKEN',
    minLength: 32,
    description:
      "Opens the operators' console. Secret: `openssl rand -hex 32` makes one. Absent: the console answers 503.",
  }),
  databaseCapacityGib: optionalInteger({
    variable: 'DATABASE_CAPACITY_GIB',
    min: 1,
    max: 1_000_000,
    unit: 'GiB',
    description:
      'What the database may take: PostgreSQL cannot tell how large its disk is. The worker shows it beside the size, and an alert compares them. Absent: nothing is compared.',
  }),
  metricsHost: host({
    variable: 'METRICS_HOST',
    default: '127.0.0.1',
    description:
      'Address of the private ports, which show metrics and health to operators and their machines: never one that the public reaches.',
  }),
  metricsPort: optionalInteger({
    variable: 'METRICS_PORT',
    min: 0,
    max: 65_535,
    description: 'Private port of the API: /metrics, /vivant, /pret, /etat. 0: any free one. Absent: none.',
  }),
  workerMetricsPort: optionalInteger({
    variable: 'WORKER_METRICS_PORT',
    min: 0,
    max: 65_535,
    description: 'Private port of the worker. 0: any free one. Absent: none, and nothing is measured.',
  }),

  feeds: oneOf({
    variable: 'FEEDS',
    values: ['simulated', 'live'],
    default: 'simulated',
    description: 'Where notices come from: the simulated feeds of apps/feeds, or the real publishers.',
  }),
  feedsUrl: address({
    variable: 'FEEDS_URL',
    protocols: HTTP,
    description: 'Address of the simulated feeds. Absent: http://127.0.0.1:FEEDS_PORT.',
  }),
  feedsPort: integer({
    variable: 'FEEDS_PORT',
    default: '3001',
    min: 0,
    max: 65_535,
    description: 'Port of the simulated feeds.',
  }),
  feedsSeed: integer({
    variable: 'FEEDS_SEED',
    default: '1',
    min: 0,
    max: 4_294_967_295,
    description: 'The simulated notices are a function of this number.',
  }),
  feedsSize: integer({
    variable: 'FEEDS_SIZE',
    default: '3000',
    min: 50,
    max: 1_000_000,
    description:
      'Simulated publications that exist from the start over the 18 sources; nine in ten are notices, the others corrections, cancellations and awards in BOAMP and TED.',
  }),
  feedsGrowthSeconds: integer({
    variable: 'FEEDS_GROWTH_SECONDS',
    default: '5',
    min: 0,
    max: 86_400,
    unit: 'seconds',
    description: 'Time between two new simulated publications. 0: none is added.',
  }),
  tedSiteUrl: address({
    variable: 'TED_SITE_URL',
    protocols: HTTP,
    description: 'TED site that gives the XML of notices. Absent: the real address, or the simulated one.',
  }),

  collectDays: integer({
    variable: 'COLLECT_DAYS',
    default: '60',
    min: 1,
    max: 4000,
    unit: 'days',
    description: 'How far back the first collection of a source goes.',
  }),
  collectSimulatedSeconds: integer({
    variable: 'COLLECT_SIMULATED_SECONDS',
    default: '15',
    min: 1,
    max: 86_400,
    unit: 'seconds',
    description: 'Time between two collections of a source while FEEDS=simulated.',
  }),
  collectLiveSeconds: optionalInteger({
    variable: 'COLLECT_LIVE_SECONDS',
    min: 60,
    max: 86_400,
    unit: 'seconds',
    description:
      'Time between two collections of a source while FEEDS=live. Absent: each source has its own (docs/sources.md). `ops source regler` sets it for one source.',
  }),
  collectContact: text({
    variable: 'COLLECT_CONTACT',
    maxLength: 200,
    description:
      'Told to the sources in User-Agent: an e-mail address or a page where their operators reach you. Absent: SITE_URL.',
  }),
  decpMinefUrl: address({
    variable: 'DECP_MINEF_URL',
    protocols: HTTP,
    description: register('decp_minef'),
  }),
  pesMarcheUrl: address({
    variable: 'PES_MARCHE_URL',
    protocols: HTTP,
    description: register('pes_marche'),
  }),
  aifeDumeUrl: address({
    variable: 'AIFE_DUME_URL',
    protocols: HTTP,
    description: register('aife_dume'),
  }),
  importDecpSeconds: optionalInteger({
    variable: 'IMPORT_DECP_SECONDS',
    min: 0,
    max: 31_536_000,
    unit: 'seconds',
    description:
      'Time between two imports of the contract registers; 0: only `ops importer decp`. Absent: a day, five minutes while FEEDS=simulated.',
  }),
  sireneUnitesUrl: address({
    variable: 'SIRENE_UNITES_URL',
    protocols: HTTP,
    description: 'StockUniteLegale of SIRENE, CSV in zip or Parquet. Absent: the file of INSEE, or the simulated one.',
  }),
  sireneEtablissementsUrl: address({
    variable: 'SIRENE_ETABLISSEMENTS_URL',
    protocols: HTTP,
    description: 'StockEtablissement of SIRENE. Absent: the file of INSEE, or the simulated one.',
  }),
  importSireneSeconds: optionalInteger({
    variable: 'IMPORT_SIRENE_SECONDS',
    min: 0,
    max: 31_536_000,
    unit: 'seconds',
    description:
      'How often to ask whether SIRENE has a new edition; companies that are new to us are looked for at once, in the edition held. 0: only `ops importer sirene`. Absent: a day, five minutes while FEEDS=simulated.',
  }),
  usageKeptDays: integer({
    variable: 'USAGE_KEPT_DAYS',
    default: '400',
    min: 35,
    max: 36_500,
    unit: 'days',
    description: 'How long counts of requests, of records served and of calls of models are kept, by day.',
  }),
  historyKeptDays: integer({
    variable: 'HISTORY_KEPT_DAYS',
    default: '400',
    min: 60,
    max: 36_500,
    unit: 'days',
    description: 'How long past versions of notices are kept for `ops historique`; the last one is kept for ever.',
  }),
  verdictScoreMin: integer({
    variable: 'VERDICT_SCORE_MIN',
    default: '50',
    min: 0,
    max: 100,
    description: 'Notices of a feed with a lower score are not evaluated by the models.',
  }),
  httpPauseMs: integer({
    variable: 'HTTP_PAUSE_MS',
    default: '250',
    min: 0,
    max: 60_000,
    unit: 'milliseconds',
    description: 'Least time between two requests to one host while FEEDS=live.',
  }),
  httpTimeoutMs: integer({
    variable: 'HTTP_TIMEOUT_MS',
    default: '30000',
    min: 100,
    max: 600_000,
    unit: 'milliseconds',
    description: 'Longest silence of a source before a request to it fails.',
  }),
  httpMaxBytes: integer({
    variable: 'HTTP_MAX_BYTES',
    default: '67108864',
    min: 1024,
    max: 1_073_741_824,
    unit: 'bytes',
    description: 'Largest answer accepted from a source.',
  }),
  httpAttempts: integer({
    variable: 'HTTP_ATTEMPTS',
    default: '4',
    min: 1,
    max: 10,
    description: 'How often a request to a source is tried before its run fails.',
  }),
} as const;

function register(registre: string): string {
  return `Contract register ${registre}: a dataset of data.gouv (…/api/1/datasets/<id>/), or one file of it. Absent: the real dataset, or the simulated one.`;
}

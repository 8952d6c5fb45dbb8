import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import type { Registry } from 'prom-client';
import { readConfiguration } from '#platform/configuration/configuration';
import { untilMetrics } from '#platform/observation/testing/exposition';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database';
import type { Collect } from '#sources/adapter';
import { API_REGISTRY } from '../../api/observation/api-registry.js';
import { PrivateDoor as ApiDoor } from '../../api/observation/private-door.js';
import { createKey, startApi, type TestApi } from '../../api/testing/api.js';
import { createWorker } from '../../worker/create-worker.js';
import { PrivateDoor as WorkerDoor } from '../../worker/observation/private-door.js';
import { WORKER_REGISTRY } from '../../worker/observation/worker-registry.js';
import { boampDocument, sourceOf } from '../../worker/testing/source.js';
import { promtool, testWithPromtool } from '../testing/observation/promtool.js';
import { alertRules, dashboards, expressions, selectorsOf } from '../testing/observation/watched.js';

/** What rules, dashboard and documentation name is what a running API and a running worker show. */

/** Labels that Prometheus adds to every series. */
const OF_PROMETHEUS = ['job', 'instance'];

let database: TestDatabase;
let api: TestApi;
let worker: INestApplicationContext;
/** Text of /metrics of each. */
const shown: Record<'api' | 'worker', string> = { api: '', worker: '' };
/** Series of both, as they are written. */
let series: string[];

const origin = (port: number | null) => `http://127.0.0.1:${port}`;

beforeAll(async () => {
  database = await createTestDatabase();
  const rejected = { ...boampDocument(2), body: Buffer.from('{') };
  // eslint-disable-next-line require-yield -- a source that is down
  const down: Collect = async function* () {
    await Promise.reject(new Error('down for the test'));
  };
  worker = await createWorker({
    configuration: readConfiguration({
      LOG_LEVEL: 'silent',
      COLLECT_SIMULATED_SECONDS: '1',
      IMPORT_DECP_SECONDS: '0',
      IMPORT_SIRENE_SECONDS: '0',
      WORKER_METRICS_PORT: '0',
      DATABASE_CAPACITY_GIB: '10',
    }),
    databaseUrl: database.url,
    collectors: new Map([
      ['boamp', sourceOf([boampDocument(1), rejected])],
      ['ted', down],
    ]),
  });
  api = await startApi({ metricsPort: 0 }, database);
  const { key } = await createKey(database);
  await api.get('/avis', key);
  await api.get('/avis');
  const apiOrigin = origin(api.app.get(ApiDoor).port);
  const workerOrigin = origin(worker.get(WorkerDoor).port);
  const seen = (name: string) => (metrics: ReadonlyMap<string, number>) =>
    [...metrics.keys()].some((one) => one.startsWith(name));
  await untilMetrics(apiOrigin, seen('marches_api_request_duration_seconds_count{route="/avis",status_class="4xx"}'));
  await untilMetrics(workerOrigin, seen('marches_worker_rejections_total{'));
  await untilMetrics(workerOrigin, seen('marches_worker_runs_total{source="ted"'));
  shown.api = await (await fetch(`${apiOrigin}/metrics`)).text();
  shown.worker = await (await fetch(`${workerOrigin}/metrics`)).text();
  series = `${shown.api}\n${shown.worker}`.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
});
afterAll(async () => {
  await api.close();
  await worker.close();
  await database.close();
});

/** Every name that may be asked for: of a histogram, its three kinds of series. */
function names(): Set<string> {
  const types = [...`${shown.api}\n${shown.worker}`.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

test('every metric that an alert or the dashboard names is shown by a running API or worker', () => {
  const known = names();
  const missing = expressions().flatMap((one) =>
    selectorsOf(one)
      .filter(({ name }) => !known.has(name))
      .map(({ name }) => `${one.where}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every label and value that they ask for exists', () => {
  const wrong = expressions().flatMap((one) =>
    selectorsOf(one).flatMap(({ name, labels, equal }) => {
      const its = series.filter((line) => line.startsWith(`${name}{`));
      if (its.length === 0) return [];
      const has = (text: string) => its.some((line) => line.includes(text));
      const unknown = labels.filter((label) => !OF_PROMETHEUS.includes(label) && !has(`${label}="`));
      // A reason or a class of status is shown once it has happened.
      const values = equal.filter(
        ([label, value]) =>
          ![...OF_PROMETHEUS, 'reason', 'status_class'].includes(label) && !has(`${label}="${value}"`),
      );
      return [...unknown, ...values.map((pair) => pair.join('='))].map((what) => `${one.where}: ${name} ${what}`);
    }),
  );
  expect(wrong).toEqual([]);
});

test('every metric of ours is on the dashboard or in an alert', () => {
  const asked = new Set(
    expressions()
      .flatMap(selectorsOf)
      .map(({ name }) => name),
  );
  const unseen = [...names()].filter((name) => name.startsWith('marches_') && !asked.has(name));
  expect(unseen.filter((name) => !/_(bucket|sum|count)$/.test(name))).toEqual([]);
});

test('every alert says how grave it is and leads to a runbook that exists', () => {
  const rules = alertRules();
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)]);
    const [file = '', anchor] = annotations.runbook.split('#');
    expect([alert, file, existsSync(file)]).toEqual([alert, file, true]);
    if (anchor !== undefined) expect([alert, anchorsOf(file)]).toEqual([alert, expect.arrayContaining([anchor])]);
    // Whoever is woken looks the alert up by its name.
    expect([alert, readFileSync(file, 'utf8').includes(alert)]).toEqual([alert, true]);
  }
});

function anchorsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('the dashboard reads the data source that is provisioned', () => {
  const source = readFileSync('docker/grafana/provisioning/datasources/prometheus.yml', 'utf8');
  for (const { panels } of dashboards().values()) {
    const uids = new Set(panels.flatMap(({ datasource }) => (datasource === undefined ? [] : [datasource.uid])));
    expect([...uids].every((uid) => source.includes(`uid: ${uid}\n`))).toBe(true);
  }
});

test('docs/metrics.md is what the registries hold (rewrite it with UPDATE_METRICS_DOC=1)', () => {
  const registries = [api.app.get<Registry>(API_REGISTRY), worker.get<Registry>(WORKER_REGISTRY)];
  const rows = new Map(
    registries
      .flatMap((registry) => registry.getMetricsAsArray())
      .filter(({ name }) => name.startsWith('marches_'))
      .map((metric) => {
        const { name, help, labelNames } = metric as typeof metric & { help: string; labelNames: string[] };
        return [name, `| \`${name}\` | ${labelNames.map((label) => `\`${label}\``).join(' ')} | ${help} |`] as const;
      }),
  );
  const table = ['| metric | labels | what it tells |', '|---|---|---|', ...[...rows].sort().map(([, row]) => row)];
  const file = 'docs/metrics.md';
  const [before = '', after = ''] = readFileSync(file, 'utf8').split(/<!-- metrics -->[\s\S]*<!-- \/metrics -->/);
  const text = `${before}<!-- metrics -->\n${table.join('\n')}\n<!-- /metrics -->${after}`;
  if (process.env['UPDATE_METRICS_DOC'] === '1') writeFileSync(file, text);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

testWithPromtool('promtool finds no fault in what is shown', () => {
  for (const app of ['api', 'worker'] as const) promtool(['check', 'metrics'], shown[app]);
});

testWithPromtool('promtool finds no fault in rules, configuration and the expressions of the dashboard', () => {
  promtool(['check', 'config', 'docker/prometheus/prometheus.yml']);
  const folder = mkdtempSync(join(tmpdir(), 'marches-rules-'));
  const file = join(folder, 'dashboard.yml');
  const rules = expressions().map(({ expr }, index) => ({
    record: `dashboard:${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m'),
  }));
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  promtool(['check', 'rules', file]);
  rmSync(folder, { recursive: true });
});

testWithPromtool('alerts fire when they should and at no other time', () => {
  for (const file of ['alerts.test.yml', 'alerts.hours.test.yml']) {
    promtool(['test', 'rules', `docker/prometheus/${file}`]);
  }
});

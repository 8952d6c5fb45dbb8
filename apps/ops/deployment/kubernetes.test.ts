import type { IContainer } from 'kubernetes-models/v1/Container';
import { parse } from 'yaml';
import { variablesOf, yamlOf } from './testing/files.js';
import { buildOf, containersOf, type Manifest, podOf, unusedFiles } from './testing/manifests.js';
import { faultsOf, imageEnvironment } from './testing/settings.js';
import { typeFaults } from './testing/typed.js';

const BASE = 'kubernetes/base';
const EXAMPLE = 'kubernetes/exemple';
const IMAGE = 'marches-publics-api';

const { manifests, generated, kustomizations } = buildOf(EXAMPLE);
const named = (kind: string, name: string): Manifest => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`there is no ${kind} ${name}`);
  return found;
};
const workloads = manifests.filter((one) => podOf(one) !== null);
const containers = workloads.flatMap((one) =>
  containersOf(one).map((each): [string, IContainer] => [`${one.metadata.name}/${each.name}`, each]),
);
const ours = containers.filter(([, { image }]) => image === IMAGE);

const field = (value: unknown, key: string): unknown => (value as Record<string, unknown> | undefined)?.[key];

test('every manifest is what the Kubernetes API knows, no field more: but for one made to be found', () => {
  const api = named('Deployment', 'api');
  const wrong = { ...api, spec: { ...api['spec'], replica: 2 } };
  expect(typeFaults([...manifests, wrong])).toEqual([expect.stringMatching(/replica.* does not exist/)]);
}, 120_000);

test('what a kustomization names is there, and nothing lies beside it', () => {
  for (const folder of [BASE, EXAMPLE]) expect([folder, unusedFiles(folder)]).toEqual([folder, []]);
  for (const { images = [], replicas = [], patches = [] } of kustomizations) {
    for (const { name } of images) expect(ours.map(([, { image }]) => image)).toContain(name);
    for (const { name } of replicas) expect(named('Deployment', name)).toBeDefined();
    for (const { target, patch } of patches) {
      const found = named(target.kind, target.name);
      for (const { op, path } of parse(patch) as { op: string; path: string }[]) {
        const keys = path.split('/').slice(1);
        const parent = (op === 'add' ? keys.slice(0, -1) : keys).reduce<unknown>(field, found);
        expect([path, parent !== undefined]).toEqual([path, true]);
      }
    }
  }
});

test.each(containers)('%s: no rights, nothing to write but its volumes, bounded', (_name, container) => {
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(container.resources).toMatchObject({
    requests: { cpu: expect.anything(), memory: expect.anything() },
    limits: { memory: expect.anything() },
  });
});

test.each(workloads.map((one) => [one.metadata.name, one] as const))(
  '%s: pods are nobody in particular',
  (_name, one) => {
    expect(podOf(one)).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    const claims = (one['spec'].volumeClaimTemplates ?? []) as { metadata: { name: string } }[];
    const volumes = [...(podOf(one)?.volumes ?? []), ...claims.map(({ metadata }) => metadata)].map(({ name }) => name);
    for (const { volumeMounts = [] } of containersOf(one)) {
      for (const { name } of volumeMounts) expect(volumes).toContain(name);
    }
    expect(one['spec'].template.metadata.labels).toMatchObject(one['spec'].selector.matchLabels);
  },
);

test('services, budgets and probes point at what is there', () => {
  const pods = workloads.map((one) => one['spec'].template.metadata.labels as Record<string, string>);
  const selected = (labels: Record<string, string>) =>
    pods.filter((pod) => Object.entries(labels).every(([name, value]) => pod[name] === value)).length;
  for (const { kind, metadata, spec } of manifests) {
    if (kind === 'Service') expect([metadata.name, selected(spec.selector)]).toEqual([metadata.name, 1]);
    if (kind === 'PodDisruptionBudget')
      expect([metadata.name, selected(spec.selector.matchLabels)]).toEqual([metadata.name, 1]);
  }
  const ports = new Set(containers.flatMap(([, each]) => each.ports?.map(({ name }) => name) ?? []));
  const asked = JSON.stringify(manifests).matchAll(/"(?:targetPort|port)":"(\w+)"/g);
  for (const [, port] of asked) expect(ports).toContain(port);
  const { METRICS_PORT, WORKER_METRICS_PORT, PORT, WORKER_PORT } = imageEnvironment();
  const numbers = (name: string) =>
    containers.find(([one]) => one === name)![1].ports!.map(({ containerPort }) => String(containerPort));
  expect(numbers('api/api')).toEqual([PORT, METRICS_PORT]);
  expect(numbers('worker/worker')).toEqual([WORKER_PORT, WORKER_METRICS_PORT]);
});

test('an API that leaves is given the time: the grace, then the longest request', () => {
  const { SHUTDOWN_GRACE_SECONDS } = named('ConfigMap', 'marches-publics')['data'];
  const grace = podOf(named('Deployment', 'api'))?.terminationGracePeriodSeconds;
  expect(grace).toBeGreaterThanOrEqual(Number(SHUTDOWN_GRACE_SECONDS) + 60);
  expect(named('Deployment', 'api')['spec'].strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 });
});

test.each(ours)('%s starts with its environment', (_name, { env = [], envFrom = [] }) => {
  const secrets = variablesOf(`${EXAMPLE}/secrets.env.example`);
  const given: Record<string, string> = { ...imageEnvironment() };
  for (const { configMapRef } of envFrom) Object.assign(given, named('ConfigMap', configMapRef!.name!)['data']);
  for (const { name, value, valueFrom } of env) {
    const key = valueFrom?.secretKeyRef?.key;
    expect([name, key === undefined || key in secrets]).toEqual([name, true]);
    const secret = secrets[key ?? '']?.replace(/<\w+>/, 'secret') ?? '';
    given[name] = value ?? (secret === '' ? 'a'.repeat(32) : secret);
  }
  expect(faultsOf(given)).toEqual([]);
});

test('ConfigMaps, secrets and claims that pods ask for are made', () => {
  const text = JSON.stringify(workloads);
  const asked = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name!));
  const made = (kind: string) => manifests.filter((one) => one.kind === kind).map(({ metadata }) => metadata.name);
  for (const name of asked(/"configMap(?:Ref)?":\{"name":"([\w-]+)"/g))
    expect([...made('ConfigMap'), ...generated]).toContain(name);
  for (const name of asked(/"secretKeyRef":\{"name":"([\w-]+)"/g)) expect(generated).toContain(name);
  for (const name of asked(/"claimName":"([\w-]+)"/g)) expect(made('PersistentVolumeClaim')).toContain(name);
  const base = yamlOf(`${BASE}/kustomization.yaml`) as { resources: string[] };
  // The owner's password never reaches what answers the public.
  expect(base.resources).toContain('api.yaml');
  expect(JSON.stringify(named('Deployment', 'api'))).not.toContain('"DATABASE_URL"');
});

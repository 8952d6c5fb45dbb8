import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DCLinter } from 'dclint';
import { DOCKER, ROOT, textOf, variablesOf, yamlOf } from './testing/files.js';
import { faultsOf, imageEnvironment } from './testing/settings.js';

interface Service {
  image: string;
  build?: { context: string; dockerfile: string };
  command?: string[];
  entrypoint?: string[];
  environment?: Record<string, string>;
  depends_on?: string[] | Record<string, unknown>;
  networks?: string[];
  volumes?: string[];
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period?: string;
  healthcheck?: object;
}

interface Linter {
  lintFiles(paths: string[], recursive: boolean): { messages: { line: number; rule: string; message: string }[] }[];
}

const compose = yamlOf('compose.yml') as {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const apps = services.filter(([, { build }]) => build !== undefined);
const secrets = variablesOf('env.example');

/** What Docker makes of `${NAME:-default}`, given the secrets an operator would write. */
function filled(text: string): string {
  return text.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, name: string, otherwise: string | undefined) => {
    const given = secrets[name] ?? '';
    return given !== '' ? given : name in secrets ? 'a'.repeat(32) : (otherwise ?? '');
  });
}

test('it is what the Compose Specification says, and the linter has nothing against it but the order of words', () => {
  const rules = {
    'services-alphabetical-order': 0,
    'service-keys-order': 0,
    'service-ports-alphabetical-order': 0,
    'service-dependencies-alphabetical-order': 0,
    'top-level-properties-order': 0,
    'no-quotes-in-volumes': 0,
    // Caddy is the one that the world may reach (below).
    'no-unbound-port-interfaces': 0,
  } as const;
  // Its types cannot be read by an ES module.
  const linter = new DCLinter({ rules, quiet: false, debug: false, exclude: [] }) as Linter;
  const found = linter.lintFiles([join(DOCKER, 'compose.yml')], false).flatMap(({ messages }) => messages);
  expect(found.map(({ line, rule, message }) => `line ${line}: ${message} (${rule})`)).toEqual([]);
});

test('two APIs behind Caddy, two workers, PostgreSQL 18, Redis 7, backups', () => {
  const images = Object.fromEntries(services.map(([name, { image }]) => [name, image]));
  expect(images).toMatchObject({ caddy: 'caddy:2-alpine', postgres: 'postgres:18-bookworm', redis: 'redis:7-alpine' });
  const starting = (app: string) => apps.filter(([, { command }]) => command?.[0] === `dist/apps/${app}/main.js`);
  expect(starting('api').map(([name]) => name)).toEqual(['api-1', 'api-2']);
  expect(starting('worker').map(([name]) => name)).toEqual(['worker-1', 'worker-2']);
  expect(compose.services).toHaveProperty('backup');
  expect(services.filter(([, { image }]) => !/:[\w.${}-]+$/.test(image) || image.endsWith(':latest'))).toEqual([]);
});

test('every name that it uses is one that it gives', () => {
  const names = (given: Service['depends_on']) => (Array.isArray(given) ? given : Object.keys(given ?? {}));
  for (const [name, service] of services) {
    for (const other of names(service.depends_on))
      expect([name, Object.keys(compose.services)]).toEqual([name, expect.arrayContaining([other])]);
    for (const network of service.networks ?? []) expect([name, network in compose.networks]).toEqual([name, true]);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      const there = from.startsWith('.') ? existsSync(join(DOCKER, from)) : from in compose.volumes;
      expect([name, volume, there]).toEqual([name, volume, true]);
    }
  }
  for (const [name, { build, command = [], entrypoint = [] }] of apps) {
    const dockerfile = join(DOCKER, build!.context, build!.dockerfile);
    const scripts = [...command, ...entrypoint].filter((word) => word.startsWith('dist/'));
    const sources = scripts.map((script) => join(ROOT, script.replace('dist/', '').replace(/js$/, 'ts')));
    for (const path of [dockerfile, ...sources]) expect([name, path, existsSync(path)]).toEqual([name, path, true]);
  }
});

test('every secret that it asks for is in env.example, and none is there that it does not ask for', () => {
  const asked = new Set([...textOf('compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!));
  asked.delete('VERSION');
  expect([...asked].sort()).toEqual(Object.keys(secrets).sort());
  // Whoever forgets one is told so instead of running without a password.
  for (const name of ['POSTGRES_PASSWORD', 'API_DATABASE_PASSWORD', 'OPERATOR_TOKEN']) {
    expect(textOf('compose.yml')).toContain(`\${${name}:?`);
    expect(textOf('compose.yml')).not.toMatch(new RegExp(`\\$\\{${name}(:-|})`));
  }
});

test.each(apps)('%s starts with its environment', (_name, { environment = {} }) => {
  const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value)]));
  expect(faultsOf({ ...imageEnvironment(), ...given })).toEqual([]);
});

test.each(apps)('%s may write nothing of its own and gain no right', (_name, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
});

test('only Caddy is open to the world; the database and Redis reach nothing', () => {
  const open = services.filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith('127.0.0.1:')));
  expect(open.map(([name]) => name)).toEqual(['caddy']);
  for (const name of ['api-1', 'api-2', 'postgres', 'redis', 'backup']) {
    for (const network of compose.services[name]!.networks!)
      expect(compose.networks[network]).toEqual({ internal: true });
  }
  // The owner's password never reaches what answers the public.
  for (const name of ['api-1', 'api-2'])
    expect(JSON.stringify(compose.services[name])).not.toContain('POSTGRES_PASSWORD');
});

test('what ends is given the time that it may take', () => {
  for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2']) {
    expect(parseInt(compose.services[name]!.stop_grace_period!, 10)).toBeGreaterThanOrEqual(60);
  }
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser, type From, JSONInstruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { ROOT, textOf } from './testing/files.js';
import { faultsOf, imageEnvironment } from './testing/settings.js';

const text = textOf('Dockerfile');
const file = DockerfileParser.parse(text);
const froms = file.getFROMs();

test('it is a Dockerfile without a fault or a doubt', () => {
  expect(validate(text).map(({ range, message }) => [range.start.line + 1, message])).toEqual([]);
});

test('every stage begins with the same Node 24, named by a tag', () => {
  expect(new Set(froms.map((from: From) => from.getImage()))).toEqual(new Set(['node:24-bookworm-slim']));
});

test('it runs as nobody in particular, from arrays, never from a shell', () => {
  const last = file.getInstructions().slice(file.getInstructions().indexOf(froms.at(-1)!));
  const argumentsOf = (name: string) =>
    last.filter((one) => one.getKeyword() === name).map((one) => one.getArgumentsContent());
  expect(argumentsOf('USER')).toEqual(['node']);
  for (const name of ['ENTRYPOINT', 'CMD']) {
    const arrays = last.filter(
      (one) => one.getKeyword() === name && one instanceof JSONInstruction && one.getOpeningBracket(),
    );
    expect([name, arrays.length]).toEqual([name, 1]);
  }
  expect(file.getHEALTHCHECKs()).toHaveLength(1);
  expect(argumentsOf('ADD')).toEqual([]);
});

test('what it copies is there and is sent to the builder; secrets and local data are not', () => {
  const sent = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  expect(sent).toContain('*');
  const allowed = sent.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  for (const path of allowed) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
  expect(allowed.filter((path) => /^(docker|docs|\.data|\.env)/.test(path))).toEqual([]);
  const copied = file
    .getCOPYs()
    .filter((copy) => copy.getFromFlag() === null)
    .flatMap((copy) => copy.getArguments().slice(0, -1))
    .map((argument) => argument.getValue())
    .filter((path) => path !== '.');
  expect(copied.filter((path) => !allowed.includes(path))).toEqual([]);
});

test('its environment is made of settings', () => {
  expect(faultsOf(imageEnvironment())).toEqual([]);
});

test('its health check asks the private port', () => {
  const { METRICS_PORT, WORKER_METRICS_PORT } = imageEnvironment();
  expect(WORKER_METRICS_PORT).toBe(METRICS_PORT);
  expect(file.getHEALTHCHECKs()[0]?.getArgumentsContent()).toContain(`:${METRICS_PORT}/pret`);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, parseDocument } from 'yaml';

export const ROOT = join(import.meta.dirname, '../../../..');
export const DOCKER = join(ROOT, 'docker');

export function textOf(path: string): string {
  return readFileSync(join(DOCKER, path), 'utf8');
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- whatever the file says; the schemas judge it
type Yaml = any;

/** One document, with `<<` merged. @throws on any fault or doubtful spelling. */
export function yamlOf(path: string): Yaml {
  const document = parseDocument(textOf(path), { merge: true });
  if (document.errors.length + document.warnings.length > 0) throw document.errors[0] ?? document.warnings[0]!;
  return document.toJS();
}

export function yamlsOf(path: string): Yaml[] {
  return parseAllDocuments(textOf(path)).map((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    return document.toJS();
  });
}

/** Lines `NAME=value` of a file of secrets. */
export function variablesOf(path: string): Record<string, string> {
  const lines = textOf(path).split('\n');
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z_]+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
}

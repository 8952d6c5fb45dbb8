import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The release before the code at hand (docs/releases/last.json). */
export interface LastRelease {
  version: string;
  /** Commit that it was made of, for clones that carry no tags. */
  commit: string;
  /** File of its newest migration, without `.ts`. */
  newestMigration: string;
}

/** @param root the checkout. */
export function lastRelease(root = '.'): LastRelease {
  return readJson(resolve(root, 'docs/releases/last.json')) as LastRelease;
}

/** What that release published for clients, beside last.json: `openapi-0.1.0.json`. */
export function baselineFile(kind: string, { version }: Pick<LastRelease, 'version'>, root = '.'): string {
  return resolve(root, `docs/releases/${kind}-${version}.json`);
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

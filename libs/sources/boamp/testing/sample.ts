import { existsSync, readFileSync } from 'node:fs';
import type { Publication } from '../../publication.js';
import { normaliseBoamp } from '../normalise.js';
import { SAMPLES, warnAbsent } from './samples-folder.js';

/** One test: the record of the samples gives exactly this publication. Skipped loudly where the samples are absent. */
export function sample(file: string, what: string, expected: Publication): void {
  const path = `${SAMPLES}/${file}`;
  if (!existsSync(path)) {
    warnAbsent(path);
    test.skip(`${file}: ${what}`, () => undefined);
    return;
  }
  test(`${file}: ${what}`, () => {
    const body = readFileSync(path);
    const normalised = normaliseBoamp({ source: 'boamp', identifiant: '', format: 'boamp-json', body });
    expect(normalised).toEqual({ ok: true, publication: expected });
  });
}

/** A long text by its beginning, its end and its length in characters. */
export function prose(start: string, end: string, length: number): string {
  const matcher = {
    asymmetricMatch: (actual: unknown) =>
      typeof actual === 'string' && actual.length === length && actual.startsWith(start) && actual.endsWith(end),
    toAsymmetricMatcher: () => `Prose<${start}…${end} (${length})>`,
  };
  return matcher as unknown as string;
}

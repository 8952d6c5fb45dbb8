import type { DocumentFormat, Normalise } from '../adapter.js';
import type { Publication } from '../publication.js';
import { samplesOf } from './samples.js';

/**
 * One test: the document of the samples gives exactly this publication, whose every field was read in the document by
 * hand. Skipped loudly where the samples are absent.
 * @param file folder and name of the sample, `ted_eforms/2024-OJS017-00047522.xml`.
 */
export function publicationSample(
  { normalise, format }: { normalise: Normalise; format: DocumentFormat },
  file: string,
  what: string,
  expected: Publication,
): void {
  const [folder = '', name = ''] = file.split('/');
  const sample = samplesOf(folder).find((candidate) => candidate.name === name);
  const run = sample === undefined ? test.skip : test;
  run(`${file}: ${what}`, () => {
    const { body } = sample!;
    const normalised = normalise({ source: 'ted', identifiant: '', format, body });
    expect(normalised).toEqual({ ok: true, publication: expected });
  });
}

import fc from 'fast-check';
import type { Publication, PublicationKind } from '#sources/publication';
import { publication } from './publications.js';

const KINDS: PublicationKind[] = ['initial', 'correction', 'correction', 'cancellation', 'attribution'];

/**
 * Archives of one source, tangled on purpose: few identifiers, so that publications cite each other, themselves, what
 * never comes, in circles, by alias; each identifier once.
 */
export function someArchive(options: { maxLength?: number } = {}): fc.Arbitrary<Publication[]> {
  return fc.uniqueArray(somePublication(), {
    selector: (one) => one.identifiant,
    minLength: 1,
    maxLength: options.maxLength ?? 9,
  });
}

/** Like `someArchive`, with several documents of one identifier: newer versions. */
export function someHistory(options: { maxLength?: number } = {}): fc.Arbitrary<Publication[]> {
  return fc
    .array(somePublication(), { minLength: 1, maxLength: options.maxLength ?? 12 })
    .map((all) => all.map((one, index) => ({ ...one, motif: `document ${String(index)}` })));
}

const identifiant = (): fc.Arbitrary<string> => fc.integer({ min: 5, max: 14 }).map((n) => `26-${String(n)}`);
const alias = (): fc.Arbitrary<string> => fc.integer({ min: 1, max: 4 }).map((n) => `alias-0${String(n)}`);

function somePublication(): fc.Arbitrary<Publication> {
  return fc
    .record({
      identifiant: identifiant(),
      kind: fc.constantFrom(...KINDS),
      whole: fc.boolean(),
      cites: fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: identifiant() }, alias()), { maxLength: 2 }),
      aliases: fc.uniqueArray(alias(), { maxLength: 1 }),
      closes: fc.boolean(),
      day: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
      titre: fc.constantFrom('A', 'B', 'C'),
    })
    .map(({ day, titre, whole, kind, ...one }) =>
      publication(one.identifiant, {
        ...one,
        kind,
        whole: whole || kind === 'initial' || kind === 'attribution',
        date_publication: day === null ? null : `2026-10-0${String(day)}`,
        content: { titre: `${titre} ${one.identifiant}` },
      }),
    );
}

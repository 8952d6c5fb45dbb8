import { type Cleaned, firstCleaned } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { at, type Node, nodes, scalar, word } from './json.js';

const CPV_SCHEME = /^(x_)?cpv/i;

/** The CPV code of things that carry classifications (items, a lot, a tender): main ones first, then additional ones. */
export function cpvOf(classified: readonly Node[]): Cleaned<string> {
  const all = [
    ...classified.flatMap((node) => nodes(at(node, 'classification'))),
    ...classified.flatMap((node) => nodes(at(node, 'additionalClassifications'))),
  ];
  const codes = all.filter((one) => CPV_SCHEME.test(word(at(one, 'scheme')) ?? ''));
  return firstCleaned(...codes.map((one) => () => cpv(scalar(at(one, 'id')))));
}

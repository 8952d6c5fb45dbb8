import type { EformsNode } from './node.js';

const EXTENSION = 'ext:UBLExtensions/ext:UBLExtension/ext:ExtensionContent/efext:EformsExtension';

/** Every element at the end of a path inside the eForms extension of an element. */
export function inExtension(node: EformsNode | null, path: string): readonly EformsNode[] {
  return node?.all(`${EXTENSION}/${path}`) ?? [];
}

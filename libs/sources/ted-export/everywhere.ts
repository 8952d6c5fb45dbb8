import type { EformsNode } from '../eforms/node.js';

/** The elements of a name anywhere under another, in document order; not looked for inside one that was found. */
export function everywhere(node: EformsNode, name: string): readonly EformsNode[] {
  return node.elements.flatMap((child) => (child.name === name ? [child] : everywhere(child, name)));
}

/** The first element of a name anywhere under another. */
export function found(node: EformsNode, name: string): EformsNode | null {
  return everywhere(node, name)[0] ?? null;
}

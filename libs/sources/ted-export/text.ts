import { text } from '../values/text.js';
import type { EformsNode } from '../eforms/node.js';

/** The text of an element with its paragraphs (`P`) on lines of their own and its marks (`FT`) in their place. */
export function textOf(node: EformsNode | null | undefined): string | null {
  return node === null || node === undefined ? null : text(written(node));
}

/** The texts of several elements, one below the other; null when none says anything. */
export function textsOf(nodes: readonly (EformsNode | null | undefined)[]): string | null {
  const told = [...new Set(nodes.flatMap((node) => textOf(node) ?? []))];
  return told.length === 0 ? null : told.join('\n');
}

function written(node: EformsNode): string {
  const inside = node.parts.map((part) => (typeof part === 'string' ? part.replace(/\s+/g, ' ') : written(part)));
  return node.name === 'P' ? `${inside.join('')}\n` : inside.join('');
}

import { text } from '../values/text.js';
import type { EformsNode } from './node.js';

/**
 * The text of an element that is repeated once a language: French first, then the notice's own language, then the first
 * that says something.
 */
export function inFrench(nodes: readonly EformsNode[]): string | null {
  const french = nodes.filter((node) => node.attribute('languageID')?.toUpperCase() === 'FRA');
  for (const node of [...french, ...nodes]) {
    const found = text(node.text);
    if (found !== null) return found;
  }
  return null;
}

/** The trimmed text of a code or an identifier; null when absent or empty. */
export function codeOf(node: EformsNode | null | undefined): string | null {
  const code = node?.text.trim() ?? '';
  return code === '' ? null : code;
}

/** All the text under an element, for what is looked for wherever it is written. */
export function textUnder(node: EformsNode): string {
  return [node.text, ...node.elements.map(textUnder)].join(' ');
}

import type { EformsNode } from '../eforms/node.js';

/**
 * The form as its buyer wrote it: the original in French, else the first original (a notice may have two: 2 of 505 do,
 * French and German; 4 are in English only). Null when the document holds none.
 */
export function originalForm(root: EformsNode): EformsNode | null {
  const forms = root.children('FORM_SECTION').flatMap((section) => section.elements);
  const originals = forms.filter((form) => form.attribute('CATEGORY') === 'ORIGINAL');
  return originals.find((form) => form.attribute('LG') === 'FR') ?? originals[0] ?? null;
}

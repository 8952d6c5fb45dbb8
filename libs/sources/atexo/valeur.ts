import type { CheerioAPI } from 'cheerio/slim';
import { finder, type Found } from './finder.js';

const LABEL = finder('strong, label, span, .h5');
const WORDS = /^(valeur|montant)\s+estimée?\b[^:]{0,40}:?\s*/i;

/**
 * The value behind the label « Valeur estimée »; null when its panel is hidden, as the software hides an empty one. The
 * panel's id is not known, its label is.
 */
export function estimatedValue($: CheerioAPI, row: Found): string | null {
  const label = LABEL.all($, row).find((element) => WORDS.test(element.text().trim()));
  if (label === undefined) return null;
  const panel = label.parent();
  if (
    isHidden(panel) ||
    panel
      .parents()
      .toArray()
      .some((parent) => isHidden($(parent)))
  )
    return null;
  const text = panel.text().replace(/\s+/g, ' ').trim().replace(WORDS, '');
  return text === '' ? null : text;
}

function isHidden(element: Found): boolean {
  return /display\s*:\s*none/i.test(element.attr('style') ?? '');
}

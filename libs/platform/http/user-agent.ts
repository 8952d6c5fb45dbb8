import { VERSION } from '../release/version.js';

/**
 * What publishers see of us: named, with a way to reach whoever runs it, which the operator of a source needs before he
 * blocks it.
 * @param purpose in a few words of English.
 * @param contact an address or a page.
 */
export function userAgent(purpose: string, contact: string): string {
  return `marches-publics-api/${VERSION} (${purpose}; +${contact})`;
}

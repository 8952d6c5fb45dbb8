/** A buyer's own reference, spelt one way: `2026_F 007` -> `2026F7`. Null when nothing is left of it. */
export function plainReference(reference: string | null): string | null {
  if (reference === null) return null;
  const parts = reference
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .match(/[A-Z]+|\d+/g);
  const plain = (parts ?? []).map((part) => part.replace(/^0+(?=\d)/, '')).join('.');
  return plain === '' ? null : plain;
}

/**
 * Whether many buyers, or one buyer again and again, use such a reference: « 2021-01 » is on 125 notices of one quarter
 * (docs/sources.md C.3.5). Few figures beside a year, or few characters in all.
 */
export function isWeakReference(plain: string): boolean {
  const without = plain.replace(/\b(19|20)\d{2}\b/, '').replace(/[^A-Z0-9]/g, '');
  return without.replace(/[^0-9]/g, '').length < 4 && without.length < 6;
}

/**
 * A buyer's own reference, spelt one way: `2026_F 007` -> `2026F007`; sources drop and change what stands between. Null
 * when nothing is left of it.
 */
export function plainReference(reference: string | null): string | null {
  const plain = (reference ?? '')
    .toUpperCase()
    .normalize('NFD')
    .replace(/[^A-Z0-9]+/g, '');
  return plain === '' ? null : plain;
}

/**
 * Whether many buyers, or one buyer again and again, use such a reference: « 2021-01 » is on 125 notices of one quarter
 * (docs/sources.md C.3.5). Few figures beside a year, or few characters in all.
 */
export function isWeakReference(plain: string): boolean {
  const own = plain.replace(/(19|20)\d{2}/, '');
  return own.replace(/\D/g, '').length < 4 && own.length < 6;
}

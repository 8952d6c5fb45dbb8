/**
 * Bits of odds, base 2, chosen on the curve of docs/matching.md. From the first on, the same; below the second,
 * different; between the two nothing is linked, and operators are shown the pair.
 */
export const SAME_FROM = 5;
export const UNSURE_FROM = -3;

import { createHash } from 'node:crypto';
import { BLOCK_CAP } from '../../match/blocks.js';
import { EXACT_CAP } from '../../match/exact.js';
import { matchKeysOf } from '../../match/keys.js';
import type { MatchNotice } from '../../match/notice.js';

/** Signed 64-bit integers as texts, sorted: even for exact keys, odd for blocks. */
export function hashedKeysOf(notice: MatchNotice): string[] {
  const { exact, blocks } = matchKeysOf(notice);
  return [...new Set([...exact.map((text) => hash(text, 0n)), ...blocks.map((text) => hash(text, 1n))])].sort();
}

/** Most notices that a key brings together. */
export function capOf(key: string): number {
  return isBlock(key) ? BLOCK_CAP : EXACT_CAP;
}

function isBlock(key: string): boolean {
  return BigInt(key) % 2n !== 0n;
}

/** Two texts of one hash cost a comparison: they make nothing the same. */
function hash(text: string, lowestBit: bigint): string {
  const bytes = createHash('md5').update(text).digest();
  return ((bytes.readBigInt64BE() & ~1n) | lowestBit).toString();
}

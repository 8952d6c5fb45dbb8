import { blocksOf } from './blocks.js';
import { exactKeysOf } from './exact.js';
import type { MatchNotice } from './notice.js';
import { prepare } from './prepared.js';

/** Under which texts a notice is stored and looked up: those that prove, and those that only bring together. */
export function matchKeysOf(notice: MatchNotice): { exact: string[]; blocks: string[] } {
  const prepared = prepare(notice);
  return { exact: exactKeysOf(prepared), blocks: blocksOf(prepared) };
}

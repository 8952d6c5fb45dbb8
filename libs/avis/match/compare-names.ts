import { distance } from 'fastest-levenshtein';
import type { BuyerName } from './buyer-name.js';

/**
 * `egal`: the same words, of kinds that agree; `inclus`: one is a part, a cut or the acronym of the other; `proche`: a
 * letter apart; `homonyme`: the same words, of different kinds (commune and hospital of one town); `generique`: one names
 * nobody; `autre`.
 */
export type NameLevel = 'egal' | 'inclus' | 'proche' | 'homonyme' | 'generique' | 'autre';

/** Names cut at 30 characters are frequent (docs/sources.md D.3): a shorter common beginning proves nothing. */
const SHORTEST_CUT = 25;
const SHORTEST_ACRONYM = 3;

export function nameLevel(a: BuyerName, b: BuyerName): NameLevel {
  const kindsAgree = a.kind === b.kind || a.kind === null || b.kind === null;
  if (isCut(a.plain, b.plain) || isCut(b.plain, a.plain)) return 'inclus';
  if (a.generic || b.generic) return a.plain === b.plain && a.kind !== null ? 'generique' : genericOr(kindsAgree);
  const [ours, theirs] = [a.joined, b.joined];
  if (ours === theirs || ours.replaceAll(' ', '') === theirs.replaceAll(' ', ''))
    return kindsAgree ? 'egal' : 'homonyme';
  if (isAcronym(a, b) || isAcronym(b, a)) return 'inclus';
  if (contains(a.core, b.core) || contains(b.core, a.core)) return kindsAgree ? 'inclus' : 'homonyme';
  const most = Math.max(ours.length, theirs.length);
  const allowed = Math.max(1, Math.floor(most / 10));
  if (most >= 6 && Math.abs(ours.length - theirs.length) <= allowed && distance(ours, theirs) <= allowed)
    return kindsAgree ? 'proche' : 'homonyme';
  return 'autre';
}

function genericOr(kindsAgree: boolean): NameLevel {
  return kindsAgree ? 'generique' : 'autre';
}

function isCut(short: string, long: string): boolean {
  return short.length >= SHORTEST_CUT && short.length < long.length && long.startsWith(short);
}

function isAcronym(short: BuyerName, long: BuyerName): boolean {
  const letters = short.core.length === 1 ? (short.core[0] as string) : '';
  return (
    letters.length >= SHORTEST_ACRONYM && long.initials.length >= SHORTEST_ACRONYM && long.initials.startsWith(letters)
  );
}

/** Whether all the words of one are among those of the other; a lone short word (`saint`, `val`) is too little. */
function contains(long: readonly string[], short: readonly string[]): boolean {
  if (short.length >= long.length || short.join('').length < 4 || isCommonWord(short)) return false;
  return short.every((word) => long.includes(word));
}

function isCommonWord(core: readonly string[]): boolean {
  return (
    core.length === 1 &&
    /^(saint|sainte|grand|grande|notre|haute|nord|ouest|centre|vallee|montagne)$/.test(core[0] ?? '')
  );
}

import type { EntityManager } from 'typeorm';
import { comparePrepared, type Evidence } from '../../match/compare.js';
import { exactKeysOf } from '../../match/exact.js';
import type { MatchNotice } from '../../match/notice.js';
import { type Prepared, prepare } from '../../match/prepared.js';
import { SAME_FROM } from '../../match/thresholds.js';
import type { Veto } from '../../match/vetoes.js';
import { candidatesOf } from './link-store.js';

/** A pair that is not linked, as it compares now. */
export interface JudgedPair {
  /** The member of the cluster. */
  a: string;
  /** The notice outside of it. */
  b: string;
  score: number;
  /** Null: nothing parts them, they only resemble too little to be linked. */
  veto: Veto | null;
  champs: Evidence['champs'];
}

/** A cluster's members compared are this many at most: each may have hundreds of candidates. */
const MOST_COMPARED = 20;

/**
 * Compares the members of a cluster with what stands around it: the notices that a key brings together with them now, and
 * those that links connect them with. @param members those that matter most first. @param connected notices that links
 * reach from them, and their mates: why each is kept apart is always said.
 * @returns the pairs that a veto parts although all else says the same, and those that are nearly the same; best first.
 */
export async function judgeAround(
  manager: EntityManager,
  members: readonly string[],
  connected: readonly string[],
): Promise<JudgedPair[]> {
  const ours = members.slice(0, MOST_COMPARED);
  const candidates = await candidatesOf(manager, 'write', ours);
  const within = new Set(members);
  const others = new Set([...connected, ...[...candidates.values()].flatMap((set) => [...set])]);
  const prepared = await readPrepared(manager, [...new Set([...ours, ...others])]);
  const linked = new Set(connected);
  const judged: JudgedPair[] = [];
  for (const a of ours) {
    for (const b of new Set([...linked, ...(candidates.get(a) ?? [])])) {
      const [one, other] = [prepared.get(a), prepared.get(b)];
      if (within.has(b) || one === undefined || other === undefined) continue;
      // In the order of the stored links: the last digit of the score depends on it.
      const { score, decision, evidence } = a < b ? comparePrepared(one, other) : comparePrepared(other, one);
      const { veto, champs } = evidence;
      const parted = veto !== null && (linked.has(b) || score >= SAME_FROM || shareProof(one, other));
      if (parted || decision === 'unsure') judged.push({ a, b, score, veto, champs });
    }
  }
  return judged.sort((one, other) => other.score - one.score || (one.b < other.b ? -1 : 1));
}

/** What is named by both, although something else says that they are two. */
function shareProof(a: Prepared, b: Prepared): boolean {
  const theirs = exactKeysOf(b);
  return exactKeysOf(a).some((key) => theirs.includes(key));
}

async function readPrepared(manager: EntityManager, ids: readonly string[]): Promise<Map<string, Prepared>> {
  const rows = await manager.query<{ notice: MatchNotice }[]>(
    'select notice from write.match_notice where avis_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ notice }) => [notice.id, prepare(notice)]));
}

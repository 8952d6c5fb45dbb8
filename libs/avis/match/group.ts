/** An avis as clusters see it. */
export interface Member {
  id: string;
  source: string;
}

/** Members that are one notice so far. Groups that join give a new one; the two are not used any more. */
export interface Group {
  members: readonly Member[];
  bySource: ReadonlyMap<string, readonly Member[]>;
  /** Groups that it cannot join: whatever either becomes, the pair that parts them stays in them. */
  refused: Set<Group>;
}

export function groupOf(member: Member): Group {
  return { members: [member], bySource: new Map([[member.source, [member]]]), refused: new Set() };
}

export function join(a: Group, b: Group): Group {
  const bySource = new Map(a.bySource);
  for (const [source, members] of b.bySource) bySource.set(source, [...(bySource.get(source) ?? []), ...members]);
  const group: Group = {
    members: [...a.members, ...b.members],
    bySource,
    refused: new Set([...a.refused, ...b.refused]),
  };
  for (const other of group.refused) other.refused.add(group);
  return group;
}

export function refuse(a: Group, b: Group): void {
  a.refused.add(b);
  b.refused.add(a);
}

/** Whether a pair of one source, one member from each, is such. */
export function somePairOfOneSource(a: Group, b: Group, holds: (one: Member, other: Member) => boolean): boolean {
  const [few, many] = a.bySource.size < b.bySource.size ? [a, b] : [b, a];
  for (const [source, members] of few.bySource) {
    const others = many.bySource.get(source) ?? [];
    if (members.some((one) => others.some((other) => holds(one, other)))) return true;
  }
  return false;
}

/** Whether a pair, one member from each, is such. */
export function somePair(a: Group, b: Group, holds: (one: Member, other: Member) => boolean): boolean {
  return a.members.some((one) => b.members.some((other) => holds(one, other)));
}

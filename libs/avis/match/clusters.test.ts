import fc from 'fast-check';
import { clustersOf, type ComparedPair, type Member, type OperatorLink } from './clusters.js';

const SOURCES = ['boamp', 'ted', 'place', 'francemarches'];
const members: Member[] = Array.from({ length: 9 }, (_, index) => ({ id: `n${index}`, source: SOURCES[index % 4]! }));
const id = fc.constantFrom(...members.map((member) => member.id));
const two = fc.tuple(id, id).filter(([a, b]) => a !== b);
const pair: fc.Arbitrary<ComparedPair> = fc
  .record({
    ids: two,
    score: fc.integer({ min: -5, max: 15 }),
    regle: fc.constantFrom('ressemblance', 'ressemblance', 'ressemblance', 'consultation', 'joue'),
    veto: fc.boolean(),
  })
  .map(({ ids: [a, b], score, regle, veto }) =>
    regle === 'ressemblance'
      ? { a, b, score, regle, veto, decision: !veto && score > 3 ? 'same' : 'different' }
      : { a, b, score, regle, veto: false, decision: 'same' },
  );
const key = ({ a, b }: { a: string; b: string }): string => [a, b].sort().join(' ');
const pairs = fc.uniqueArray(pair, { selector: key, maxLength: 30 });
const operator: fc.Arbitrary<OperatorLink[]> = fc.uniqueArray(
  fc
    .record({ ids: two, decision: fc.constantFrom('lier', 'separer') })
    .map(({ ids: [a, b], decision }) => ({ a, b, decision })),
  { selector: key, maxLength: 4 },
);
const together = (clusters: string[][], { a, b }: { a: string; b: string }): boolean =>
  clusters.some((cluster) => cluster.includes(a) && cluster.includes(b));

test('no order of notices, pairs or links changes the clusters; every notice is in exactly one', () => {
  fc.assert(
    fc.property(pairs, operator, fc.infiniteStream(fc.integer()), (found, links, draws) => {
      const shuffle = <T>(list: readonly T[]): T[] =>
        list
          .map((one) => ({ one, at: draws.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
      const turned = shuffle(found).map((one) => ({ ...one, a: one.b, b: one.a }));
      const clusters = clustersOf(members, found, links);
      expect(clustersOf(shuffle(members), turned, shuffle(links))).toEqual(clusters);
      expect(clusters.flat().sort()).toEqual(members.map((member) => member.id).sort());
    }),
  );
});

test('the operator has the last word', () => {
  fc.assert(
    fc.property(pairs, operator, (found, links) => {
      const clusters = clustersOf(members, found, links);
      for (const link of links) if (link.decision === 'separer') expect(together(clusters, link)).toBe(false);
      const [only] = links;
      if (only !== undefined) expect(together(clustersOf(members, found, [only]), only)).toBe(only.decision === 'lier');
    }),
  );
});

test('a cluster holds a source twice only where an exact key links the two, and no pair found different beyond doubt', () => {
  fc.assert(
    fc.property(pairs, (found) => {
      const source = new Map(members.map((member) => [member.id, member.source]));
      const exact = new Set(found.filter((one) => one.regle !== 'ressemblance').map(key));
      for (const cluster of clustersOf(members, found)) {
        for (const a of cluster) {
          for (const b of cluster) {
            if (a !== b && source.get(a) === source.get(b)) expect(exact.has(key({ a, b }))).toBe(true);
          }
        }
        for (const one of found) if (one.veto && together([cluster], one)) expect(exact.has(key(one))).toBe(true);
      }
    }),
  );
});

test('adding a notice and taking it away restores the clusters', () => {
  fc.assert(
    fc.property(pairs, (found) => {
      const without = found.filter((one) => one.a !== 'n8' && one.b !== 'n8');
      const rest = members.filter((member) => member.id !== 'n8');
      const before = clustersOf(rest, without);
      clustersOf(members, found);
      expect(clustersOf(rest, found)).toEqual(before);
    }),
  );
});

test('the better link wins where a source shows two that fit', () => {
  const same = (a: string, b: string, score: number): ComparedPair => ({
    a,
    b,
    score,
    decision: 'same',
    regle: 'ressemblance',
    veto: false,
  });
  const three = [
    { id: 'a', source: 'boamp' },
    { id: 'b', source: 'boamp' },
    { id: 'c', source: 'place' },
  ];
  expect(clustersOf(three, [same('a', 'c', 5), same('b', 'c', 8)])).toEqual([['a'], ['b', 'c']]);
});

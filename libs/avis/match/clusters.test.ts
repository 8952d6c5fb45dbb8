import fc from 'fast-check';
import { clustersOf, type FoundLink, type OperatorLink } from './clusters.js';
import type { Member } from './group.js';

const SOURCES = ['boamp', 'ted', 'place', 'francemarches'];
const members: Member[] = Array.from({ length: 9 }, (_, index) => ({ id: `n${index}`, source: SOURCES[index % 4]! }));
const id = fc.constantFrom(...members.map((member) => member.id));
const two = fc.tuple(id, id).filter(([a, b]) => a !== b);
const link: fc.Arbitrary<FoundLink> = fc
  .record({
    ids: two,
    score: fc.integer({ min: 3, max: 15 }),
    regle: fc.constantFrom('ressemblance', 'ressemblance', 'consultation', 'joue', 'procedure_uuid'),
  })
  .map(({ ids: [a, b], score, regle }) => ({ a, b, score, regle }));
const key = ({ a, b }: { a: string; b: string }): string => [a, b].sort().join(' ');
const found = fc.uniqueArray(link, { selector: key, maxLength: 30 });
/** Pairs that differ beyond doubt, as keys. */
const differing = fc
  .uniqueArray(two, { selector: ([a, b]) => key({ a, b }), maxLength: 12 })
  .map((pairs) => new Set(pairs.map(([a, b]) => key({ a, b }))));
const asked =
  (keys: ReadonlySet<string>) =>
  (a: string, b: string): boolean =>
    keys.has(key({ a, b }));
const operator: fc.Arbitrary<OperatorLink[]> = fc.uniqueArray(
  fc
    .record({ ids: two, decision: fc.constantFrom('lier', 'separer') })
    .map(({ ids: [a, b], decision }) => ({ a, b, decision })),
  { selector: key, maxLength: 4 },
);
const together = (clusters: string[][], { a, b }: { a: string; b: string }): boolean =>
  clusters.some((cluster) => cluster.includes(a) && cluster.includes(b));

test('no order of notices, links or words changes the clusters; every notice is in exactly one', () => {
  fc.assert(
    fc.property(found, operator, differing, fc.infiniteStream(fc.integer()), (links, words, apart, draws) => {
      const shuffle = <T>(list: readonly T[]): T[] =>
        list
          .map((one) => ({ one, at: draws.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ one }) => one);
      const turned = shuffle(links).map((one) => ({ ...one, a: one.b, b: one.a }));
      const clusters = clustersOf(members, links, words, asked(apart));
      expect(clustersOf(shuffle(members), turned, shuffle(words), asked(apart))).toEqual(clusters);
      expect(clusters.flat().sort()).toEqual(members.map((member) => member.id).sort());
    }),
  );
});

test('the operator has the last word', () => {
  fc.assert(
    fc.property(found, operator, differing, (links, words, apart) => {
      const clusters = clustersOf(members, links, words, asked(apart));
      for (const word of words) if (word.decision === 'separer') expect(together(clusters, word)).toBe(false);
      const [only] = words;
      if (only === undefined) return;
      expect(together(clustersOf(members, links, [only], asked(apart)), only)).toBe(only.decision === 'lier');
    }),
  );
});

test('a cluster holds a source twice, or a pair that differs, only where an exact key links the two', () => {
  fc.assert(
    fc.property(found, differing, (links, apart) => {
      const source = new Map(members.map((member) => [member.id, member.source]));
      const exact = new Set(links.filter((one) => one.regle !== 'ressemblance').map(key));
      for (const cluster of clustersOf(members, links, [], asked(apart))) {
        for (const a of cluster) {
          for (const b of cluster) {
            if (a === b || exact.has(key({ a, b }))) continue;
            expect(source.get(a)).not.toBe(source.get(b));
            expect(apart.has(key({ a, b }))).toBe(false);
          }
        }
      }
    }),
  );
});

test('every link that nothing opposes is followed', () => {
  fc.assert(
    fc.property(found, (links) => {
      const everywhere = members.map(({ id: own }) => ({ id: own, source: own }));
      const clusters = clustersOf(everywhere, links);
      for (const one of links) expect(together(clusters, one)).toBe(true);
    }),
  );
});

test('adding a notice and taking it away restores the clusters', () => {
  fc.assert(
    fc.property(found, differing, (links, apart) => {
      const without = links.filter((one) => one.a !== 'n8' && one.b !== 'n8');
      const rest = members.filter((member) => member.id !== 'n8');
      expect(clustersOf(rest, links, [], asked(apart))).toEqual(clustersOf(rest, without, [], asked(apart)));
    }),
  );
});

test('the better link wins where a source shows two that fit', () => {
  const same = (a: string, b: string, score: number): FoundLink => ({ a, b, score, regle: 'ressemblance' });
  const three = [
    { id: 'a', source: 'boamp' },
    { id: 'b', source: 'boamp' },
    { id: 'c', source: 'place' },
  ];
  expect(clustersOf(three, [same('a', 'c', 5), same('b', 'c', 8)])).toEqual([['a'], ['b', 'c']]);
});

/** Four times as many members and links may not ask sixteen times as many questions. */
test('a chain of thousands is cut into clusters with few questions', () => {
  const sources = Array.from({ length: 18 }, (_, index) => `s${index}`);
  const questions = (size: number): number => {
    const all = Array.from({ length: size }, (_, index) => ({
      id: `n${String(index).padStart(6, '0')}`,
      source: sources[(index * 7) % 18]!,
    }));
    const links = all.flatMap(({ id: a }, index) =>
      Array.from({ length: 20 }, (_, step) => all[(index + 1 + step * 37) % size]!.id)
        .filter((b) => b !== a)
        .map((b): FoundLink => ({ a, b, regle: 'ressemblance', score: 3 + ((index * 31) % 7) })),
    );
    let count = 0;
    const clusters = clustersOf(all, links, [], (a, b) => {
      count++;
      return (Number(a.slice(1)) * 13 + Number(b.slice(1)) * 13) % 11 === 0;
    });
    expect(Math.max(...clusters.map((cluster) => cluster.length))).toBeLessThanOrEqual(18);
    return count;
  };
  expect(questions(20_000)).toBeLessThan(6 * questions(5_000));
});

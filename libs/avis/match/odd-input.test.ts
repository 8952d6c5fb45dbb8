import fc from 'fast-check';
import { clustersOf, type FoundLink } from './clusters.js';
import { comparePair } from './compare.js';
import { matchKeysOf } from './keys.js';
import type { MatchNotice } from './notice.js';
import { prepare } from './prepared.js';
import { listed, notice } from './testing/notices.js';
import { vetoOf } from './vetoes.js';

const SOURCES = ['boamp', 'ted', 'place', 'francemarches'];
const words = fc.constantFrom(
  'Travaux',
  'de',
  'voirie',
  'Lot',
  'n°',
  '1',
  '2',
  'a',
  ',',
  '2026',
  'école',
  'Œuvre',
  'ZAC',
  '…',
  '\u0000',
  '\ud800',
  '🏗',
);
const text = fc.oneof(
  fc.constant(''),
  fc.constant(' '),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(words, { maxLength: 12 }).map((list) => list.join(' ')),
);
const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { freq: 4 });
const date = fc.oneof(
  fc.integer({ min: 0, max: 40 }).map((days) => new Date(Date.UTC(2026, 10, 1 + days, 11)).toISOString()),
  fc.constantFrom(
    '',
    'demain',
    '2026-02-30T11:00:00Z',
    '0000-00-00',
    '+275760-09-13T00:00:00Z',
    '-000001-01-01T00:00:00Z',
  ),
);
const amount = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
const odd: fc.Arbitrary<MatchNotice> = fc.record({
  id: fc.uuid(),
  source: fc.constantFrom(...SOURCES),
  identifiants: fc.array(text, { maxLength: 3 }),
  titre: orNull(text),
  acheteur: fc.record({ nom: orNull(text), siret: orNull(text), departement: orNull(text) }),
  dates_limites: fc.array(date, { maxLength: 4 }),
  date_publication: orNull(
    fc.oneof(
      date.map((one) => one.slice(0, 10)),
      text,
    ),
  ),
  cpv: orNull(text),
  type_marche: orNull(text),
  budget: orNull(amount),
  nb_lots: orNull(amount),
  departements: fc.array(text, { maxLength: 4 }),
  keys: fc.record({
    procedure_uuid: orNull(text),
    joue: fc.array(text, { maxLength: 3 }),
    boamp: fc.array(text, { maxLength: 3 }),
    consultations: fc.array(text, { maxLength: 3 }),
    reference_acheteur: orNull(text),
  }),
});

/** One of the two may be the other with a field of its own: pairs that have nothing in common prove little. */
const pair = fc
  .tuple(
    odd,
    odd,
    fc.subarray(['titre', 'acheteur', 'dates_limites', 'keys', 'cpv', 'departements', 'date_publication'] as const),
  )
  .map(([a, b, same]) => [a, { ...b, ...Object.fromEntries(same.map((field) => [field, a[field]])) }] as const);

test('any two notices compare, the same both ways, with evidence that can be stored', () => {
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const there = comparePair(a, b);
      expect(comparePair(b, a)).toEqual(there);
      expect(JSON.parse(JSON.stringify(there))).toEqual(there);
      expect(Number.isFinite(there.score)).toBe(true);
      const veto = vetoOf(prepare(a), prepare(b));
      expect(vetoOf(prepare(b), prepare(a))).toBe(veto);
      if (there.decision === 'same' && there.evidence.regle === 'ressemblance') expect(veto).toBe(null);
    }),
    { numRuns: 1000 },
  );
});

test('any notice has keys, few, each once; a pair that an exact rule links shares one', () => {
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const [ours, theirs] = [matchKeysOf(a), matchKeysOf(b)];
      for (const { exact, blocks } of [ours, theirs]) {
        expect(new Set([...exact, ...blocks]).size).toBe(exact.length + blocks.length);
      }
      if (comparePair(a, b).evidence.regle === 'ressemblance') return;
      expect(ours.exact.filter((key) => theirs.exact.includes(key))).not.toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('what says nothing is never the same', () => {
  const nothing = {
    titre: '',
    acheteur: { nom: ' ', siret: '' },
    dates_limites: ['demain'],
    date_publication: '',
    keys: { procedure_uuid: '', joue: [''], boamp: [''], consultations: [''], reference_acheteur: '' },
  };
  expect(comparePair(notice('26-1', nothing), listed('b', nothing)).decision).toBe('different');
});

/** Processor time, with room for a slow machine: work that grows with the square of such texts takes hours. */
test.each([
  ['one word', 'a'.repeat(10_000_000)],
  ['short words', 'a b '.repeat(2_500_000)],
  ['long words', 'maconnerie charpente '.repeat(500_000)],
  ['lots', 'lot n° 1, 2 et 3 - '.repeat(500_000)],
  ['blanks after a lot', `lot n${' '.repeat(10_000_000)}`],
  ['accents', 'é'.normalize('NFD').repeat(5_000_000)],
])('a text of ten million characters costs no more than a long title: %s', (_, huge) => {
  const many = Array.from({ length: 20_000 }, (_, index) => `${index}-2026`);
  const dates = many.map((__, index) => new Date(Date.UTC(2026, 10, 20) + index * 3_600_000).toISOString());
  const made = (id: string, source: string): MatchNotice =>
    notice(id, {
      source,
      identifiants: many,
      titre: `${huge} ${id}`,
      dates_limites: dates,
      acheteur: { nom: huge },
      departements: many,
      keys: { procedure_uuid: huge, reference_acheteur: huge, joue: many, boamp: many, consultations: many },
    });
  const [a, b] = [made('26-1', 'boamp'), made('b', 'place')];
  const start = process.cpuUsage();
  const { evidence } = comparePair(a, b);
  const { exact, blocks } = matchKeysOf(a);
  const { user } = process.cpuUsage(start);
  expect(user / 1e6).toBeLessThan(5);
  expect(evidence.regle).not.toBe('procedure_uuid');
  expect(exact.length + blocks.length).toBeLessThan(300);
  expect(Math.max(...[...exact, ...blocks].map((key) => key.length))).toBeLessThan(2_000);
});

/** What a key shared by far too many, or a chain of look-alikes, can make of a component. */
test.each([
  ['all of one source', () => 'boamp'],
  ['of eighteen sources', (index: number) => `s${index % 18}`],
])('five thousand notices of one component, %s, are grouped at once', (_, sourceOf) => {
  const members = Array.from({ length: 5_000 }, (__, index) => ({ id: `n${index}`, source: sourceOf(index) }));
  const star = members.slice(1).map(({ id }): FoundLink => ({ a: 'n0', b: id, regle: 'ressemblance', score: 9 }));
  const chain = members
    .slice(1)
    .map(({ id }, index): FoundLink => ({ a: `n${index}`, b: id, regle: 'boamp', score: 9 }));
  let asked = 0;
  const clusters = clustersOf(members, [...star, ...chain], [], () => {
    asked++;
    return false;
  });
  expect(clusters.flat()).toHaveLength(5_000);
  expect(Math.max(...clusters.map((cluster) => cluster.length))).toBeLessThanOrEqual(18);
  expect(asked).toBeLessThan(5_000 * 18 * 2);
});

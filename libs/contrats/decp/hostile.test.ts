import fc from 'fast-check';
import { isStorable } from '#platform/testing/storable';
import { readRecord } from './read-record.js';
import { MARKET_2019, MARKET_2022 } from './testing/records.js';

/** Reads, and holds what the database asks: JSON without NUL, an index key of bounded size. */
function readSafely(record: unknown): void {
  const read = readRecord('decp_minef', record);
  expect(isStorable(read)).toBe(true);
  if (read.ok) expect(Buffer.byteLength(read.declaration.racine)).toBeLessThan(700);
}

const anything = fc.anything({ withNullPrototype: true, withBigInt: false, withSparseArray: false, maxDepth: 4 });

test('no record throws, whatever stands in its fields', () => {
  const fields = [...new Set([...Object.keys(MARKET_2019), ...Object.keys(MARKET_2022)])];
  const broken = fc.tuple(
    fc.constantFrom<object>(MARKET_2019, MARKET_2022),
    fc.dictionary(
      fc.constantFrom(...fields, 'actesSousTraitance', 'acheteur_id', '__proto__', 'constructor'),
      anything,
    ),
  );
  fc.assert(
    fc.property(broken, ([record, change]) => readSafely({ ...record, ...change })),
    { numRuns: 2000 },
  );
});

test('no value throws, whatever stands for a record', () => {
  fc.assert(fc.property(anything, readSafely), { numRuns: 1000 });
});

test('no part of a record throws, whatever stands in its place', () => {
  const part = fc.dictionary(
    fc.constantFrom(
      'id',
      'nom',
      'code',
      'typeCode',
      'titulaire',
      'titulaires',
      'modification',
      'montant',
      'dureeMois',
      'typeIdentifiant',
    ),
    anything,
  );
  fc.assert(
    fc.property(part, part, part, part, (acheteur, titulaire, modification, lieuExecution) =>
      readSafely({
        ...MARKET_2022,
        acheteur: { ...MARKET_2022.acheteur, ...acheteur },
        titulaires: [{ titulaire }, titulaire],
        modifications: [{ modification }, modification],
        lieuExecution,
      }),
    ),
    { numRuns: 2000 },
  );
});

const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
test.each([
  ['values nested without end', { objet: nested(100_000), montant: nested(100_000), dureeMois: nested(100_000) }],
  [
    'parts nested without end',
    { acheteur: { id: 'x', nom: nested(100_000) }, titulaires: nested(100_000), modifications: nested(100_000) },
  ],
  [
    'texts without end',
    { objet: ' '.repeat(3_000_000), nature: `${' '.repeat(1_000_000)}x`, montant: ' '.repeat(3_000_000) },
  ],
  [
    'digits without end',
    { montant: '9'.repeat(1_000_000), codeCPV: '9'.repeat(1_000_000), dureeMois: '1'.repeat(1_000_000) },
  ],
  ['a name of letters that go in pairs', { acheteur: { id: '21590328700013', nom: '\u{1F600}'.repeat(5000) } }],
  ['a number of letters that go in pairs', { id: '\u{1F600}'.repeat(39) + '\uD83D' }],
  ['holders without end', { titulaires: Array.from({ length: 200_000 }, (_, id) => ({ id })) }],
  ['modifications without end', { modifications: Array.from({ length: 200_000 }, (_, id) => ({ id, montant: 'x' })) }],
])('%s', (_, change) => {
  readSafely({ ...MARKET_2019, ...change });
});

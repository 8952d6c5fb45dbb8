import fc from 'fast-check';
import { fingerprintOf } from './cursor.js';
import { readDayCursor, writeDayCursor } from './day-cursor.js';
import { readWalkCursor, writeWalkCursor } from './walk-cursor.js';

const filters = fingerprintOf({ cpv: '45', departement: ['35', '22'], date_min: undefined });
const sameFilters = fingerprintOf({ departement: ['22', '35'], cpv: '45' });
const isCle = (text: string) => /^\d+$/.test(text);
const codeOf = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('cursors of walks that clients hold are still read', () => {
  const position = { after: '2026-11-01T08:00:00.000001Z', since: '2026-11-01T08:00:00.000002Z' };
  const given =
    'MjAyNi0xMS0wMVQwODowMDowMC4wMDAwMDFaMjAyNi0xMS0wMVQwODowMDowMC4wMDAwMDJaOTM3ZGEwZDY4ODJlODMxZWE4ZWQ0MGZlMDllY2RlMzY';
  expect(writeWalkCursor(position, filters)).toBe(given);
  expect(readWalkCursor(given, sameFilters)).toEqual(position);
});

describe('cursors of lists by day', () => {
  test('a page without a day ends where it was', () => {
    for (const jour of ['2026-02-28', '-infinity']) {
      const cursor = writeDayCursor({ jour, cle: '42' }, filters);
      expect(readDayCursor(cursor, sameFilters, isCle)).toEqual({ jour, cle: '42' });
    }
  });

  test('other filters, another list, damage and forged positions are refused', () => {
    const cursor = writeDayCursor({ jour: '2026-02-28', cle: '42' }, filters);
    expect(codeOf(() => readDayCursor(cursor, fingerprintOf({ cpv: '46' }), isCle))).toBe('invalid_cursor');
    expect(codeOf(() => readDayCursor(cursor, filters, () => false))).toBe('invalid_cursor');
    expect(codeOf(() => readWalkCursor(cursor, filters))).toBe('invalid_cursor');
    for (const damaged of [`${cursor}A`, cursor.slice(1), `${cursor}=`, '', 'x', `${cursor}\n`]) {
      expect(codeOf(() => readDayCursor(damaged, filters, isCle))).toBe('invalid_cursor');
    }
    for (const forged of ['2026-02-30', 'infinity', '', 'today']) {
      const text = writeDayCursor({ jour: forged, cle: '42' }, filters);
      expect(codeOf(() => readDayCursor(text, filters, isCle))).toBe('invalid_cursor');
    }
  });

  test('no text but the cursor itself is read', () => {
    const cursor = writeDayCursor({ jour: '2026-02-28', cle: '42' }, filters);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, put) => {
        const changed = cursor.slice(0, at) + put + cursor.slice(at + 1);
        fc.pre(changed !== cursor);
        expect(codeOf(() => readDayCursor(changed, filters, isCle))).toBe('invalid_cursor');
      }),
    );
  });
});

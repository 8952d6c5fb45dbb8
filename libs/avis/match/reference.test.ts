import { isWeakReference, plainReference } from './reference.js';

test('one spelling, whatever stands between', () => {
  expect(['2026-117', '2026117', '2026 / 117', ' 2026_117 '].map(plainReference)).toEqual(Array(4).fill('2026117'));
  expect([null, '', ' - '].map(plainReference)).toEqual([null, null, null]);
});

test.each(['2026-01', '2026 F234', 'PA2021-03', '2026M12', 'AO 1', '12'])('%s is weak', (reference) => {
  expect(isWeakReference(plainReference(reference) ?? '')).toBe(true);
});

test.each(['DSEA19-1402', 'DC87226', '2100147', '26S0042', 'AQTA_FORM_2021_01'])('%s tells something', (reference) => {
  expect(isWeakReference(plainReference(reference) ?? '')).toBe(false);
});

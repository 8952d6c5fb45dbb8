import { checkAudit, findingsOf } from './audit.js';

const REPORT = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    lent: {
      via: [
        { name: 'lent', title: 'Slow', severity: 'high', url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc' },
        { name: 'lent', title: 'Slow', severity: 'high', url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc' },
      ],
    },
    porteur: { via: ['lent'] },
  },
});
const EXPLAINED = '## Known findings\n\n- GHSA-aaaa-bbbb-cccc (lent): only in the tests, on our own input.\n';

test('findings are told once, without those that only carry them', () => {
  expect(findingsOf(REPORT)).toEqual([{ id: 'GHSA-aaaa-bbbb-cccc', package: 'lent', severity: 'high', title: 'Slow' }]);
});

test('a finding fails until it is explained', () => {
  expect(checkAudit(REPORT, '')).toMatchObject({
    ok: false,
    lines: [expect.stringMatching(/^GHSA-aaaa.*high.*lent/), expect.anything()],
  });
  expect(checkAudit(REPORT, '- GHSA-aaaa-bbbb-cccc')).toMatchObject({ ok: false });
  expect(checkAudit(REPORT, EXPLAINED)).toEqual({ ok: true, lines: ['1 findings, 1 of them explained.'] });
});

test('an explanation that nothing needs any more is told', () => {
  const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} });
  expect(checkAudit(clean, EXPLAINED).lines[0]).toMatch(/found no more/);
  expect(checkAudit(clean, '')).toEqual({ ok: true, lines: ['0 findings, 0 of them explained.'] });
});

test.each(['', 'npm error', '{"message":"405 Method Not Allowed"}'])(
  'no report is no failure and is said loudly: %j',
  (printed) => {
    const { ok, lines } = checkAudit(printed, '');
    expect(ok).toBe(true);
    expect(lines[0]).toMatch(/^!!! NOT CHECKED/);
  },
);

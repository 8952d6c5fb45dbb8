import { annoncesOf, parseChangelog } from './changelog.js';
import { refused, unknownNames } from './verdict.js';

const TEXT = `# Changelog

Newest first.

## Unreleased

- Something.

### Annonces

- Du 2026-12-01 au 2027-03-01, \`GET /avis ?tri\`, \`Avis.budget\` : le tri par date disparaît. Employez \`-date\`.

## 0.2.0 (2026-11-30)

- Another.

## 0.1.0 (2026-11-21)
`;
const removal = { element: 'GET /avis ?tri', what: 'removed or renamed' };

test('sections and announcements are read', () => {
  const changelog = parseChangelog(TEXT);
  expect(changelog.faults).toEqual([]);
  expect(changelog.releases.map(({ version, date }) => [version, date])).toEqual([
    [null, null],
    ['0.2.0', '2026-11-30'],
    ['0.1.0', '2026-11-21'],
  ]);
  expect(annoncesOf(changelog)).toEqual([
    {
      debut: '2026-12-01',
      fin: '2027-03-01',
      elements: ['GET /avis ?tri', 'Avis.budget'],
      texte: 'le tri par date disparaît. Employez `-date`.',
    },
  ]);
});

test.each([
  ['older above', TEXT.replace('0.2.0', '0.0.9'), /newest first/],
  ['a version twice', TEXT.replace('0.2.0', '0.1.0'), /newest first/],
  ['an unreleased section below', `${TEXT}\n## Unreleased`, /newest first/],
  ['dates that go back', TEXT.replace('2026-11-30', '2026-11-01'), /newest first/],
  ['a heading of another form', TEXT.replace('## 0.2.0 (2026-11-30)', '## v0.2'), /a section is/],
  ['89 days of notice', TEXT.replace('2027-03-01', '2027-02-28'), /fewer than 90 days/],
  ['a day that does not exist', TEXT.replace('2027-03-01', '2027-02-30'), /an announcement is/],
  ['an announcement without its elements', TEXT.replace(/`GET.*budget`/, 'le tri'), /an announcement is/],
  ['nothing', '', /no section/],
])('a fault is named: %s', (_, text, fault) => {
  expect(parseChangelog(text).faults.join('\n')).toMatch(fault);
});

test('what breaks clients is refused until it was announced and its day has come', () => {
  const annonces = annoncesOf(parseChangelog(TEXT));
  expect(refused([removal], [], '2027-05-01')).toEqual([{ ...removal, why: 'not announced in CHANGELOG.md' }]);
  expect(refused([{ ...removal, element: 'Avis.titre' }], annonces, '2027-05-01')).toHaveLength(1);
  expect(refused([removal], annonces, '2027-02-28')).toEqual([
    { ...removal, why: 'announced, but not before 2027-03-01' },
  ]);
  expect(refused([removal], annonces, '2027-03-01')).toEqual([]);
  expect(refused([], annonces, '2026-12-02')).toEqual([]);
});

test('a name that the contract does not know is told while the announcement runs', () => {
  const annonces = annoncesOf(parseChangelog(TEXT));
  const known = ['GET /avis ?tri', 'Avis.budget'];
  expect(unknownNames(annonces, known, '2026-12-02')).toEqual([]);
  expect(unknownNames(annonces, ['GET /avis ?tri'], '2026-12-02')).toEqual(['Avis.budget']);
  expect(unknownNames(annonces, [], '2027-03-01')).toEqual([]);
});

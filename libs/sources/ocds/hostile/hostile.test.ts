import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { UnexpectedAnswer } from '../../adapter.js';
import { normaliseOcdsRelease } from '../normalise.js';
import { page, publisher, release, run } from '../testing/publisher.js';
import { normalised } from '../testing/release.js';

const file = (name: string): string => readFileSync(`libs/sources/ocds/hostile/${name}`, 'utf8');
/** Where an earlier run has read something. */
const BEFORE = { adresse: 'https://publisher.test/releases.json', jusqu_a: '2026-10-12T08:00:00.000Z' };

test.each([
  ['cut.json', /not JSON/],
  ['error-page.html', /not JSON/],
  ['no-releases.json', /"releases"/],
  ['releases-no-list.json', /"releases"/],
  ['record-package.json', /record package/],
])('%s: the run fails with its reason and keeps its position', async (name, reason) => {
  const { error, batches } = await run(publisher({ '/releases.json': file(name) }), BEFORE);
  expect(error).toBeInstanceOf(UnexpectedAnswer);
  expect(error?.message).toMatch(reason);
  expect(batches).toEqual([]);
});

test('an HTML page with status 200 is named as such', async () => {
  const { error } = await run(publisher({ '/releases.json': file('error-page.html') }, 'text/html'));
  expect(error?.message).toMatch(/HTML page/);
});

test('another charset than UTF-8 is refused, not guessed', async () => {
  const { http } = publisher({});
  const body = Buffer.from(JSON.stringify(page([{ ocid: 'é', id: '1' }])), 'latin1');
  http.get = () => Promise.resolve({ status: 200, type: 'application/json', body });
  const { error } = await run({ http, asked: [], pages: {} });
  expect(error?.message).toMatch(/UTF-8/);
});

test.each([
  ['next-self.json', /leads back to a page already read/],
  ['next-other-host.json', /leads to another host/],
  ['next-file.json', /leads to another host/],
  ['next-no-address.json', /not an address/],
])('%s: what was read is kept, the fault is stated, the next run covers the same time', async (name, reason) => {
  const server = publisher({ '/releases.json': file(name) });
  const first = await run(server, BEFORE);
  expect(first.error).toBeNull();
  expect(first.identifiants).toEqual(['p-1/1']);
  expect(first.faults).toEqual([expect.stringMatching(reason)]);
  expect(first.position).toMatchObject({ jusqu_a: BEFORE.jusqu_a });
  expect((await run(server, first.position)).identifiants).toEqual(['p-1/1']);
  expect(server.asked).toEqual(['/releases.json', '/releases.json']);
});

test('a loop of several pages ends where it closes', async () => {
  const pages = {
    '/releases.json': page([release('p-1', '2026-10-09')], '?page=2'),
    '/releases.json?page=2': page([release('p-2', '2026-10-08')], '/releases.json?page=3'),
    '/releases.json?page=3': page([release('p-3', '2026-10-07')], '?page=2'),
  };
  const { identifiants, faults } = await run(publisher(pages));
  expect(identifiants).toEqual(['p-1/1', 'p-2/1', 'p-3/1']);
  expect(faults).toEqual([expect.stringMatching(/leads back/)]);
});

test('a server that never ends is left after many pages, and gone on with at the next run', async () => {
  const { http } = publisher({});
  const asked: string[] = [];
  http.get = (url) => {
    asked.push(url);
    const number = Number(new URL(url).searchParams.get('page') ?? '1');
    const body = Buffer.from(JSON.stringify(page([release(`p-${number}`, '2026-10-09')], `?page=${number + 1}`)));
    return Promise.resolve({ status: 200, type: 'application/json', body });
  };
  const first = await run({ http, asked: [], pages: {} });
  expect(first.faults).toEqual([expect.stringMatching(/pages read; the walk goes on/)]);
  await run({ http, asked: [], pages: {} }, first.position, 1);
  expect(asked.at(-1)).toBe(asked.at(-2));
}, 60_000);

test('empty-package.json: nothing at first; a fault of a publisher that had releases, whose place is kept', async () => {
  const server = publisher({ '/releases.json': file('empty-package.json') });
  expect((await run(server)).faults).toEqual([]);
  const { faults, position } = await run(server, BEFORE);
  expect(faults).toEqual([expect.stringMatching(/no release at all/)]);
  expect(position).toMatchObject({ jusqu_a: BEFORE.jusqu_a });
});

test('duplicate-ids.json: both are archived, under names that stay the same at the next run', async () => {
  const server = publisher({ '/releases.json': file('duplicate-ids.json') });
  const { batches, faults, identifiants } = await run(server);
  expect(faults).toEqual(['two releases of one page have the same ocid and id']);
  expect(identifiants).toEqual(['p-1/1', expect.stringMatching(/^p-1\/1~[0-9a-f]{16}$/), 'p-1/1']);
  expect((await run(server)).identifiants).toEqual(identifiants);
  const kept = batches[0]?.documents.map(normaliseOcdsRelease);
  expect(kept?.map((one) => one.ok && one.publication.content.titre)).toEqual(['Un', 'Deux', 'Un']);
});

test('unnamed.json: every element is archived under a name of its own, and refused with its reason', async () => {
  const { batches, identifiants } = await run(publisher({ '/releases.json': file('unnamed.json') }));
  expect(new Set(identifiants).size).toBe(8);
  const results = batches[0]?.documents.map(normaliseOcdsRelease) ?? [];
  expect(
    results.map((one) => (one.ok ? one.publication.identifiant : `${one.rejection.reason}: ${one.rejection.detail}`)),
  ).toEqual([
    'malformed: not a JSON object',
    'malformed: not a JSON object',
    'malformed: not a JSON object',
    'incomplete: no ocid',
    'incomplete: no release id',
    'incomplete: no ocid',
    'incomplete: a control character in the ocid or the id',
    'p-2',
  ]);
});

test('proto-keys.json: only own keys are read, and nothing is polluted', async () => {
  const { batches } = await run(publisher({ '/releases.json': file('proto-keys.json') }));
  const [result] = batches[0]?.documents.map(normaliseOcdsRelease) ?? [];
  expect(result).toMatchObject({
    ok: true,
    publication: { identifiant: 'p-1', content: { titre: 'Propre', type_marche: null } },
  });
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test('infinity.json: no number that is none is served', async () => {
  const { batches } = await run(publisher({ '/releases.json': file('infinity.json') }));
  const [unnamed, infinite] = batches[0]?.documents.map(normaliseOcdsRelease) ?? [];
  expect(unnamed).toMatchObject({ ok: false, rejection: { reason: 'incomplete', detail: 'no release id' } });
  expect(infinite).toMatchObject({
    ok: true,
    publication: { date_publication: null, content: { budget: null, duree_mois: null, date_limite: null } },
  });
});

test('a release nested 100,000 deep is archived and read as far as it makes sense', async () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const body = `{"releases":[{"ocid":"p-1","id":"1","date":"2026-10-05","tag":["tender"],"tender":{"title":"T","description":${nested}}}]}`;
  const { identifiants, batches } = await run(publisher({ '/releases.json': body }));
  expect(identifiants).toEqual(['p-1/1']);
  const [result] = batches[0]?.documents.map(normaliseOcdsRelease) ?? [];
  expect(result).toMatchObject({ ok: true, publication: { content: { titre: 'T', description: null } } });
});

test('texts of megabytes take no time to speak of; names that no index holds are refused', () => {
  const long = 'boamp.fr/https://ted.europa.eu/?AllCons&'.repeat(100_000);
  expect(normalised({ ocid: 'p-1', id: '1', tag: ['tender'], tender: { title: 'T', description: long } }).ok).toBe(
    true,
  );
  expect(normalised({ ocid: 'p'.repeat(5000), id: '1', tag: ['tender'] })).toMatchObject({
    rejection: { reason: 'incomplete', detail: expect.stringMatching(/longer than 200/) as string },
  });
});

test.each([
  ['no tag', {}, 'incomplete'],
  ['a plan', { tag: ['planning'] }, 'out_of_scope'],
  ['a tender that is only planned', { tag: ['tender'], tender: { title: 'T', status: 'planned' } }, 'out_of_scope'],
  ['a contract that changes', { tag: ['contractAmendment', 'implementation'] }, 'out_of_scope'],
  ['an unknown tag', { tag: ['appelOffre'] }, 'unknown_format'],
  ['a compiled record', { tag: ['compiled'] }, 'unknown_format'],
  ['a tender without title', { tag: ['tender'], tender: { description: 'D' } }, 'incomplete'],
  [
    'a foreign buyer',
    { tag: ['tender'], buyer: { address: { countryName: 'BEL' } }, tender: { title: 'T' } },
    'out_of_scope',
  ],
])('%s is a stated refusal', (_case, told, reason) => {
  expect(normalised({ ocid: 'p-1', id: '1', date: '2026-10-05', ...told })).toMatchObject({
    ok: false,
    rejection: { reason, identifiant: 'p-1/1' },
  });
});

/** Seeded so that a failure can be played again: `OCDS_SEED=… npx jest ocds/hostile`. */
const seed = Number(process.env['OCDS_SEED'] ?? Date.now() % 2 ** 31);

const nasty = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, '', '1e9999', 1e308, -0, [], {}, [[]], '\0', '\uD800', { id: {} }, [null, { id: 1 }]),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const FIELDS = {
  release: ['ocid', 'id', 'date', 'tag', 'parties', 'buyer', 'tender', 'awards', 'contracts', 'relatedProcesses'],
  tender: [
    ...[
      'id',
      'identifiers',
      'title',
      'description',
      'status',
      'value',
      'procurementMethod',
      'procurementMethodDetails',
    ],
    ...['mainProcurementCategory', 'items', 'lots', 'tenderPeriod', 'contractPeriod', 'documents', 'amendments'],
    ...['awardCriteria', 'awardCriteriaDetails', 'selectionCriteria', 'eligibilityCriteria', 'techniques'],
  ],
};

test(`any value in any field never throws, and what it gives can be stored (seed ${seed})`, () => {
  const some = (names: readonly string[]) => fc.dictionary(fc.constantFrom(...names), nasty, { maxKeys: 8 });
  const tag = fc.constantFrom('tender', 'tenderUpdate', 'tenderCancellation', 'award');
  const releases = fc.tuple(some(FIELDS.release), some(FIELDS.tender), tag, fc.boolean());
  fc.assert(
    fc.property(releases, ([told, tender, kind, keep]) => {
      const result = normalised({
        ocid: 'p-1',
        id: '1',
        tag: [kind],
        tender: { title: 'T', ...tender },
        ...(keep ? told : {}),
      });
      if (!result.ok) {
        expect(result.rejection.reason).not.toBe('internal');
        return;
      }
      const stored = JSON.stringify(result.publication);
      expect(JSON.stringify(JSON.parse(stored)) === stored).toBe(true);
    }),
    { seed, numRuns: 500 },
  );
}, 60_000);

test(`any bytes never throw (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        fc.json().map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        const body = Buffer.from(bytes);
        const result = normaliseOcdsRelease({ source: 'klekoon', identifiant: 'x', format: 'ocds-release', body });
        expect(result.ok || result.rejection.reason !== 'internal').toBe(true);
      },
    ),
    { seed, numRuns: 500 },
  );
}, 60_000);

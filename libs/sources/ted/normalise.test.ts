import fc from 'fast-check';
import { change, notice, type NoticeParts, organisation, publication } from '../eforms/testing/notice.js';
import { describeSamples, samplesOf } from '../testing/samples.js';
import { normaliseTed } from './normalise.js';

const normalise = (body: Buffer, identifiant = '47522-2024') =>
  normaliseTed({ source: 'ted', identifiant, format: 'eforms-xml', body });

function reasonOf(parts: NoticeParts, identifiant?: string) {
  const normalised = normalise(notice(parts), identifiant);
  return normalised.ok ? null : normalised.rejection;
}

test('a notice is known by its publication number without zeros in front, and links to its French page', () => {
  const normalised = normalise(notice(), '1-2020');
  expect(normalised).toMatchObject({
    ok: true,
    publication: {
      source: 'ted',
      identifiant: '47522-2024',
      date_publication: '2024-01-24',
      content: { titre: 'Réfection', lien_source: 'https://ted.europa.eu/fr/notice/-/detail/47522-2024' },
    },
  });
  expect(normalised.ok && Object.keys(normalised.publication)).not.toContain('buyerCountry');
});

test('a document without its number takes that of the listing, and is incomplete without one', () => {
  expect(normalise(notice({ publication: ' ' }), '00012345-2024')).toMatchObject({
    ok: true,
    publication: { identifiant: '12345-2024' },
  });
  expect(reasonOf({ publication: ' ' }, 'unknown')).toMatchObject({ reason: 'incomplete', identifiant: null });
});

test('the overseas are France; other countries are out of scope', () => {
  expect(reasonOf({ organisations: organisation({ country: 'NCL', postcode: '98800' }) })).toBeNull();
  expect(reasonOf({ organisations: organisation({ country: 'BEL' }) })).toMatchObject({
    reason: 'out_of_scope',
    identifiant: '47522-2024',
  });
});

test('a correction is a whole notice that cites the alias of the one it changes', () => {
  const first = normalise(notice({ publication: publication('00000001-2024') }));
  const second = normalise(
    notice({
      noticeId: '0d2c1f3a-0000-4000-8000-000000000002',
      publication: publication('00000002-2024'),
      changes: change('a638ab6b-7005-48a9-a9c7-b91bfc6142f1-01', 'cor-buy'),
    }),
  );
  expect(first.ok && first.publication.aliases).toEqual(second.ok && second.publication.cites);
  expect(second).toMatchObject({ publication: { kind: 'correction', whole: true, content: { titre: 'Réfection' } } });
});

test.each<[string, NoticeParts]>([
  ['procedure identifier', { noticeId: ' ' }],
  ['title', { project: '<cbc:Name> </cbc:Name>' }],
  ['main CPV code', { project: '<cbc:Name>X</cbc:Name>' }],
  ['lot', { lots: ' ' }],
  ['name of an organisation', { organisations: `${organisation()}<efac:Organization></efac:Organization>` }],
])('a notice without %s is incomplete', (_what, parts) => {
  expect(reasonOf(parts)).toMatchObject({ reason: 'incomplete', identifiant: '47522-2024' });
});

const samples = samplesOf('ted_eforms').filter(({ body }) => body.length < 40_000);

describeSamples('damaged documents', samples, () => {
  test('one cut at every tenth is malformed, not a shorter notice', () => {
    for (const { body } of samples) {
      for (let tenth = 0; tenth < 10; tenth++) {
        const normalised = normalise(body.subarray(0, Math.floor((body.length * tenth) / 10)));
        expect(normalised).toMatchObject({ ok: false, rejection: { reason: 'malformed' } });
      }
    }
  });

  test('whatever is changed in one, the outcome is a publication or a stated rejection, never a defect', () => {
    const mutation = fc.record({
      sample: fc.nat(samples.length - 1),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(400),
      put: fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.string({ maxLength: 40 }), fc.constantFrom(...SPLICES)),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 4 }), (mutations) => {
        let body = samples[mutations[0]!.sample]!.body;
        for (const { at, removed, put } of mutations) {
          const start = Math.floor(at * body.length);
          body = Buffer.concat([body.subarray(0, start), Buffer.from(put as string), body.subarray(start + removed)]);
        }
        const normalised = normalise(body);
        if (!normalised.ok) expect(normalised.rejection.reason).not.toBe('internal');
        expect(JSON.parse(JSON.stringify(normalised))).toEqual(normalised);
      }),
      { numRuns: 300 },
    );
  });

  test('whatever the texts of one become, it is still read', () => {
    const written = fc.oneof(
      fc.string(),
      fc.constantFrom('1e9999', '-1', 'NaN', '0000-00-00', '9'.repeat(400), 'constructor'),
    );
    fc.assert(
      fc.property(
        fc.nat(samples.length - 1),
        fc.array(fc.tuple(fc.nat(), written), { maxLength: 10 }),
        (index, texts) => {
          const parts = samples[index]!.body.toString().split(/(?<=>)([^<>]+)(?=<\/)/);
          for (const [place, text] of texts) {
            const odd = 2 * (place % Math.floor(parts.length / 2)) + 1;
            parts[odd] = text.replace(/[<>&\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/gu, '');
          }
          const normalised = normalise(Buffer.from(parts.join('')));
          if (!normalised.ok) expect(normalised.rejection.reason).toMatch(/incomplete|out_of_scope|unknown_format/);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const SPLICES = ['<', '</cbc:ID>', '<cbc:ID>', '&x;', '<!DOCTYPE a>', ']]>', '<![CDATA[', '\0', '1e9999', '<!--'];

import fc from 'fast-check';
import { describeSamples, samplesOf } from '../testing/samples.js';
import { normaliseTedExport } from './normalise.js';

const samples = samplesOf('ted_xml_r209_fr');
const normalise = (body: Buffer) =>
  normaliseTedExport({ source: 'ted', identifiant: '', format: 'ted-export-xml', body });

function counted(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of [...values].sort()) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

describeSamples('the 505 TED_EXPORT notices of French buyers', samples, () => {
  const all = samples.map(({ name, body }) => ({ name, normalised: normalise(body) }));
  const kept = all.flatMap(({ normalised }) => (normalised.ok ? [normalised.publication] : []));
  const rejected = all.flatMap(({ normalised }) => (normalised.ok ? [] : [normalised.rejection]));

  test('every one is a publication or a stated rejection', () => {
    expect(counted(kept.map(({ kind }) => kind))).toEqual({ initial: 250, attribution: 149, correction: 2 });
    expect(counted(rejected.map(({ reason, detail }) => `${reason} ${detail}`))).toEqual({
      'out_of_scope F01_2014: prior information notice': 11,
      'out_of_scope F04_2014: periodic indicative notice': 9,
      'out_of_scope F07_2014: qualification system without call for competition': 1,
      'out_of_scope F08_2014: buyer profile': 5,
      'out_of_scope F15_2014: intention to conclude a contract (voluntary ex ante transparency)': 57,
      'out_of_scope F20_2014: change of a contract': 16,
      'out_of_scope F21_2014: prior information notice': 1,
      'out_of_scope MOVE: prior information notice': 3,
      'out_of_scope PRIOR_INFORMATION_DEFENCE: prior information notice': 1,
    });
  });

  test('each is known by the number of its file, without zeros in front', () => {
    const numbers = all.map(({ name }) => name.replace(/^0*(\d+)[_-](\d{4}).*$/, '$1-$2'));
    const known = all.map(({ normalised }) =>
      normalised.ok ? normalised.publication.identifiant : normalised.rejection.identifiant,
    );
    expect(known).toEqual(numbers);
  });

  test('both schema releases give the criteria and the lots of their awards', () => {
    const awards = kept.filter(({ kind, lots_concernes }) => kind === 'attribution' && lots_concernes.length > 0);
    expect(awards.length).toBeGreaterThan(30);
    expect(kept.filter(({ content }) => content.criteres?.attribution != null).length).toBeGreaterThan(300);
  });

  test('no tender is closed, no notice cites itself', () => {
    expect(kept.filter(({ kind, closes }) => kind !== 'attribution' && closes)).toEqual([]);
    expect(kept.filter(({ cites, identifiant }) => cites.includes(identifiant))).toEqual([]);
  });

  test('texts have no markup and no stray white space', () => {
    for (const { content, identifiant } of kept) {
      for (const text of [content.titre, content.description, content.renseignements_complementaires]) {
        if (text != null) expect([identifiant, text]).toEqual([identifiant, text.trim().replace(/<\/?P>/g, '')]);
      }
    }
  });

  test('whatever is changed in one, the outcome is a publication or a stated rejection, never a defect', () => {
    const small = samples.filter(({ body }) => body.length < 20_000);
    const put = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom('<P>', '</P>', '&x;', '1e9999', '\0', ' CODE=""'),
    );
    const mutation = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(300), put);
    fc.assert(
      fc.property(fc.nat(small.length - 1), fc.array(mutation, { maxLength: 3 }), (index, mutations) => {
        let body = small[index]!.body;
        for (const [at, removed, text] of mutations) {
          const start = Math.floor(at * body.length);
          body = Buffer.concat([body.subarray(0, start), Buffer.from(text), body.subarray(start + removed)]);
        }
        const normalised = normalise(body);
        if (!normalised.ok) expect(normalised.rejection.reason).not.toBe('internal');
        expect(JSON.parse(JSON.stringify(normalised))).toEqual(normalised);
      }),
      { numRuns: 200 },
    );
  });
});

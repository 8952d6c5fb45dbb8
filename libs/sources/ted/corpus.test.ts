import { mapEforms } from '../eforms/map.js';
import { structureFault } from '../eforms/structure.js';
import { treeOfXml } from '../eforms/tree.js';
import { describeSamples, type Sample, samplesOf } from '../testing/samples.js';
import { normaliseTed } from './normalise.js';

const real = samplesOf('ted_eforms');
const examples = samplesOf('ted_eforms_sdk_examples');

/** What became of a file in one word: the kind of its publication, or the reason of its rejection. */
function outcomeOf({ body }: Sample): string {
  // Examples were never published: they carry no number, the listing's stands in.
  const normalised = normaliseTed({ source: 'ted', identifiant: '999999-2026', format: 'eforms-xml', body });
  return normalised.ok ? normalised.publication.kind : normalised.rejection.reason;
}

function detailOf({ body }: Sample): string {
  const normalised = normaliseTed({ source: 'ted', identifiant: '999999-2026', format: 'eforms-xml', body });
  return normalised.ok ? '' : normalised.rejection.detail;
}

function counts(samples: readonly Sample[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const outcome of samples.map(outcomeOf)) result[outcome] = (result[outcome] ?? 0) + 1;
  return result;
}

describeSamples('the 16 real eForms', real, () => {
  test('4 tenders of French buyers are kept, 12 notices of other countries refused as such', () => {
    expect(real).toHaveLength(16);
    expect(counts(real)).toEqual({ initial: 4, out_of_scope: 12 });
    const foreign = real.map(detailOf).filter((detail) => detail !== '');
    expect(foreign.every((detail) => /^the buyer is not French: [A-Z]{3}$/.test(detail))).toBe(true);
  });
});

describeSamples('the 91 examples of the eForms SDK', examples, () => {
  test('every one is a publication or a stated rejection, none a defect of ours', () => {
    expect(examples).toHaveLength(91);
    expect(counts(examples)).toEqual({ initial: 4, attribution: 5, out_of_scope: 74, incomplete: 8 });
  });

  test('the valid ones map whatever the country of their buyer, and have the structure of a notice', () => {
    for (const { name, body } of examples.filter((example) => !example.name.startsWith('INVALID_'))) {
      const root = treeOfXml(body);
      const mapping = mapEforms(root);
      if (!mapping.ok) expect([name, mapping.reason]).toEqual([name, 'out_of_scope']);
      else expect([name, structureFault(root)]).toEqual([name, null]);
    }
  });

  const invalid = examples.filter(({ name }) => name.startsWith('INVALID_'));

  /**
   * Four are of kinds that the service does not hold, whatever else is wrong with them. The last is invalid in eForms because
   * it changes what a change notice may not change, which only a comparison with the notice changed would show; it is refused
   * for a contradiction inside it.
   */
  test.each([
    ['INVALID_can_24_empty.xml', 'incomplete', /no cac:ContractingParty/],
    ['INVALID_can_24_stage-1.xml', 'incomplete', /no cac:ContractingParty/],
    ['INVALID_can_24_stage-2.xml', 'incomplete', /no cac:ContractingParty/],
    ['INVALID_cn_24_empty.xml', 'incomplete', /no cac:ContractingParty/],
    ['INVALID_cn_24_stage-1.xml', 'incomplete', /no cac:ContractingParty/],
    ['INVALID_cn_24_stage-2.xml', 'incomplete', /no cac:ContractingParty/],
    ['INVALID_cn_24_multiple.xml', 'incomplete', /efac:Organization has no identifier/],
    ['INVALID_pin-buyer_24_stage-1.xml', 'out_of_scope', /pin-buyer/],
    ['INVALID_pin-only_24_empty.xml', 'out_of_scope', /pin-only/],
    ['INVALID_pin-only_24_minimal.xml', 'out_of_scope', /pin-only/],
    ['INVALID_pin-only_24_stage-1.xml', 'out_of_scope', /pin-only/],
    ['INVALID_change-cn_24_FRA_comments.xml', 'incomplete', /at most 0 lots/],
  ])('%s is refused as %s', (name, reason, detail) => {
    const sample = invalid.find((candidate) => candidate.name === name);
    expect(sample).toBeDefined();
    expect(outcomeOf(sample!)).toBe(reason);
    expect(detailOf(sample!)).toMatch(detail);
  });

  test('no other file is called invalid', () => {
    expect(invalid).toHaveLength(12);
  });
});

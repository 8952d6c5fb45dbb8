import type { EformsNotice } from './map.js';
import { mapEforms } from './map.js';
import {
  change,
  CPV,
  deadline,
  estimate,
  inExtensions,
  lot,
  notice,
  type NoticeParts,
  organisation,
} from './testing/notice.js';
import { treeOfXml } from './tree.js';

function mapped(parts: NoticeParts): EformsNotice {
  const mapping = mapEforms(treeOfXml(notice(parts)));
  if (!mapping.ok) throw new Error(mapping.detail);
  return mapping.notice;
}

function refused(parts: NoticeParts) {
  const mapping = mapEforms(treeOfXml(notice(parts)));
  return mapping.ok ? null : mapping.reason;
}

const INITIAL_ID = '0d2c1f3a-0000-4000-8000-000000000001';

describe('what a notice is', () => {
  test.each([
    ['cn-standard', 'competition', 'initial'],
    ['cn-social', 'competition', 'initial'],
    ['cn-desg', 'competition', 'initial'],
    ['pin-cfc-standard', 'competition', 'initial'],
    ['qu-sy', 'competition', 'initial'],
    ['cn-invented', 'competition', 'initial'],
    ['can-standard', 'result', 'attribution'],
    ['can-tran', 'result', 'attribution'],
    ['can-invented', 'result', 'attribution'],
  ])('%s is %s', (type, form, kind) => {
    expect(mapped({ type, form }).kind).toBe(kind);
  });

  test.each(['pin-only', 'pin-buyer', 'pin-rtl', 'pin-tran', 'veat', 'can-modif', 'compl', 'pmc', 'brin-ecs'])(
    '%s is out of scope',
    (type) => {
      expect(refused({ type, form: 'planning' })).toBe('out_of_scope');
    },
  );

  test('an unknown type of an unknown form is an unknown format; no type at all is incomplete', () => {
    expect(refused({ type: 'xyz', form: 'xyz' })).toBe('unknown_format');
    expect(refused({ type: '', form: 'competition' })).toBe('incomplete');
    expect(refused({ root: 'Invoice' })).toBe('unknown_format');
  });

  test('only the reason « cancel » cancels; every other change corrects', () => {
    for (const reason of ['cor-buy', 'update-add', 'info-release', 'cancel-intent', 'susp-review']) {
      expect(mapped({ changes: change(`${INITIAL_ID}-01`, reason) }).kind).toBe('correction');
    }
    expect(mapped({ changes: change(`${INITIAL_ID}-01`, 'cancel') }).kind).toBe('cancellation');
    expect(mapped({ type: 'can-standard', form: 'result', changes: change(`${INITIAL_ID}-01`, 'cor-buy') }).kind).toBe(
      'attribution',
    );
  });
});

describe('links', () => {
  test('a notice is named by its identifier and version, a correction cites the one that it changes', () => {
    const initial = mapped({ noticeId: INITIAL_ID.toUpperCase() });
    expect(initial.aliases).toEqual([`${INITIAL_ID}-01`]);
    expect(mapped({ changes: change(`${INITIAL_ID.toUpperCase()}-1`, 'cor-buy') }).cites).toEqual(initial.aliases);
    expect(mapped({ changes: change('00012345-2024', 'cor-buy') }).cites).toEqual(['12345-2024']);
  });

  test('an award cites the earlier notices, itself excluded; a first tender cites nothing', () => {
    const process = ['00012345-2024', '47522-2024', `${INITIAL_ID}-01`]
      .map((id) => `<cac:NoticeDocumentReference><cbc:ID>${id}</cbc:ID></cac:NoticeDocumentReference>`)
      .join('');
    const award = mapped({ type: 'can-standard', form: 'result', process });
    expect(award.cites).toEqual(['12345-2024', `${INITIAL_ID}-01`]);
    expect(award.keys.joue).toEqual(['047522-2024', '012345-2024']);
    expect(mapped({ process }).cites).toEqual([]);
  });

  test('identity keys: procedure, gazette number, consultation, BOAMP number, own reference', () => {
    const note =
      'Voir BOAMP, annonce n° 18-98646. https://www.achatpublic.com/sdm/ent/gen/ent_detail.do?PCSLID=CSL_2026_abc';
    const { keys } = mapped({
      project: `<cbc:ID>2024-01</cbc:ID><cbc:Name>X</cbc:Name><cbc:Note>${note}</cbc:Note>${CPV}`,
    });
    expect(keys).toEqual({
      procedure_uuid: '240d1ad9-b2d8-45ec-bea9-d11e7a75b28e',
      joue: ['047522-2024'],
      boamp: ['18-98646'],
      consultations: ['achatpublic.com|csl_2026_abc'],
      reference_acheteur: '2024-01',
    });
  });
});

describe('what a cancellation or an award closes', () => {
  const two = lot('LOT-0001') + lot('LOT-0002');
  const cancelled = (sections: string[], lots = two) =>
    mapped({ lots, changes: change(`${INITIAL_ID}-01`, 'cancel', sections) });

  test('a cancellation closes the notice unless it names some of its lots only', () => {
    expect(cancelled([])).toMatchObject({ closes: true, lots_concernes: [] });
    expect(cancelled(['PROCEDURE'])).toMatchObject({ closes: true, lots_concernes: [] });
    expect(cancelled(['LOT-0002'])).toMatchObject({ closes: false, lots_concernes: ['2'], motif: 'Touche LOT-0002' });
    expect(cancelled(['LOT-0001', 'LOT-0002'])).toMatchObject({ closes: true, lots_concernes: ['1', '2'] });
    expect(cancelled(['LOT-0000'], lot('LOT-0000'))).toMatchObject({ closes: true, lots_concernes: [] });
  });

  test('without a word of the buyer, the reason is the label of its code', () => {
    expect(cancelled([]).motif).toBe('Avis annulé');
  });

  const result = (id: string, code: string) =>
    `<efac:LotResult><cbc:TenderResultCode>${code}</cbc:TenderResultCode><efac:TenderLot><cbc:ID>${id}</cbc:ID></efac:TenderLot></efac:LotResult>`;
  const award = (results: string, lots = two, process?: string) =>
    mapped({
      type: 'can-standard',
      form: 'result',
      extension: `<efac:NoticeResult>${results}</efac:NoticeResult>`,
      lots,
      ...(process === undefined ? {} : { process }),
    });

  test('an award closes the notice when every lot has a final result', () => {
    const both = result('LOT-0001', 'selec-w') + result('LOT-0002', 'clos-nw');
    expect(award(both)).toMatchObject({ closes: true, lots_concernes: ['1', '2'] });
    expect(award(result('LOT-0001', 'selec-w'))).toMatchObject({ closes: false, lots_concernes: ['1'] });
    const open = result('LOT-0001', 'selec-w') + result('LOT-0002', 'open-nw');
    expect(award(open)).toMatchObject({ closes: false, lots_concernes: ['1'] });
    expect(award(result('LOT-0000', 'selec-w'), lot('LOT-0000'))).toMatchObject({ closes: true, lots_concernes: [] });
  });

  test('purchases within a dynamic system leave it open, unless the notice ends it', () => {
    const dynamic = lot('LOT-0001', {
      process:
        '<cac:ContractingSystem><cbc:ContractingSystemTypeCode listName="dps-usage">dps-list</cbc:ContractingSystemTypeCode></cac:ContractingSystem>',
    });
    const results = result('LOT-0001', 'selec-w');
    expect(award(results, dynamic).closes).toBe(false);
    expect(award(results, dynamic, '<cbc:TerminatedIndicator>true</cbc:TerminatedIndicator>').closes).toBe(true);
  });
});

describe('lots', () => {
  test('are ordered by number; parts and groups are none', () => {
    const lots = ['LOT-0010', 'LOT-0002', 'GLO-0001', 'PAR-0001', 'LOT-0001'].map((id) => lot(id)).join('');
    const { content } = mapped({ lots });
    expect(content.lots.map(({ numero }) => numero)).toEqual(['1', '2', '10']);
    expect(content.nb_lots).toBe(3);
  });

  test('LOT-0000 is a procedure that is not divided; no lot element at all is unknown', () => {
    expect(mapped({ lots: lot('LOT-0000') }).content).toMatchObject({ nb_lots: 0, lots: [] });
    expect(mapped({ lots: ' ' }).content).toMatchObject({ nb_lots: null, lots: [] });
  });
});

describe('amounts', () => {
  const withLots = (...amounts: string[]) =>
    amounts.map((amount, index) => lot(`LOT-000${index + 1}`, { project: estimate(amount) })).join('');
  const project = (more: string) => `<cbc:Name>X</cbc:Name>${more}${CPV}`;

  test('the estimate of the procedure, else the maximum of the framework, else the sum of the lots', () => {
    expect(mapped({ project: project(estimate('250000.50')), lots: withLots('1000') }).content.budget).toBe(250_000.5);
    const framework = `<cac:RequestedTenderTotal>${inExtensions('<efbc:FrameworkMaximumAmount currencyID="EUR">90000</efbc:FrameworkMaximumAmount>')}</cac:RequestedTenderTotal>`;
    expect(mapped({ project: project(framework) }).content.budget).toBe(90_000);
    expect(mapped({ lots: withLots('1000.10', '2000.20') }).content.budget).toBe(3000.3);
  });

  test('0.00 means not given, for the procedure and for a lot', () => {
    const { content, anomalies } = mapped({ project: project(estimate('0.00')), lots: withLots('5000', '0.00') });
    expect(content.budget).toBeNull();
    expect(content.lots.map(({ budget }) => budget)).toEqual([5000, null]);
    expect(anomalies).toEqual([]);
  });

  test.each([['1e9999'], ['-5000'], ['99999999'], ['abc'], ['1']])('%s is kept raw and served as null', (written) => {
    const { content, anomalies } = mapped({ project: project(estimate(written)) });
    expect(content.budget).toBeNull();
    expect(anomalies).toEqual([expect.objectContaining({ champ: 'budget', brut: written })]);
  });

  test('another currency is no budget in euros', () => {
    const { content, anomalies } = mapped({ project: project(estimate('1000000', 'XPF')) });
    expect(content.budget).toBeNull();
    expect(anomalies).toEqual([{ champ: 'budget', code: 'valeur_inconnue', brut: '1000000 XPF' }]);
  });
});

describe('deadline', () => {
  const limit = (...processes: string[]) =>
    mapped({ lots: processes.map((process, index) => lot(`LOT-000${index + 1}`, { process })).join('') }).content
      .date_limite;

  test('is that of the earliest lot, offsets honoured', () => {
    expect(limit(deadline('2026-10-02+02:00', '12:00:00+02:00'), deadline('2026-10-02Z', '09:30:00Z'))).toBe(
      '2026-10-02T09:30:00Z',
    );
  });

  test('is the clock of Paris where the offset is that of the other season', () => {
    expect(limit(deadline('2024-02-28+02:00', '12:00:00+02:00'))).toBe('2024-02-28T11:00:00Z');
    expect(limit(deadline('2026-07-01+01:00', '12:00:00+01:00'))).toBe('2026-07-01T10:00:00Z');
    expect(limit(deadline('2026-07-01-04:00', '12:00:00-04:00'))).toBe('2026-07-01T16:00:00Z');
  });

  test('takes the offset of the day for a time without one, and the end of the day without a time', () => {
    expect(limit(deadline('2026-10-02+04:00', '12:00:00'))).toBe('2026-10-02T08:00:00Z');
    expect(limit(deadline('2026-10-02+02:00', ''))).toBe('2026-10-02T21:59:59Z');
  });

  test('of candidatures where there is none for offers', () => {
    const period = 'ParticipationRequestReceptionPeriod';
    expect(limit(deadline('2026-10-02Z', '10:00:00Z', period))).toBe('2026-10-02T10:00:00Z');
  });

  test('an absurd year is kept raw', () => {
    const { content, anomalies } = mapped({
      lots: lot('LOT-0001', { process: deadline('0202-10-02Z', '10:00:00Z') }),
    });
    expect(content.date_limite).toBeNull();
    expect(anomalies).toEqual([expect.objectContaining({ champ: 'date_limite', code: 'date_absurde' })]);
  });
});

describe('the buyer', () => {
  const two = '<cac:Party><cac:PartyIdentification><cbc:ID>ORG-0002</cbc:ID></cac:PartyIdentification></cac:Party>';

  test('is the organisation that the notice points to, not its court nor its sender', () => {
    const organisations = organisation({ id: 'ORG-0009', name: 'Tribunal administratif' }) + organisation();
    expect(mapped({ organisations }).content.acheteur).toEqual({
      nom: 'Commune de X',
      siret: '21590368300013',
      departement: '59',
    });
  });

  test('of several, the French leader, else the first French one', () => {
    const belgian = organisation({ name: 'Ville de Mons', country: 'BEL', number: '0207.889.018', postcode: '7000' });
    const french = organisation({ id: 'ORG-0002', name: 'Commune de Y' });
    const joint = mapped({ organisations: belgian + french, party: two });
    expect(joint.content.acheteur.nom).toBe('Commune de Y');
    expect(joint.anomalies).toEqual([]);
    const lead = organisation({
      id: 'ORG-0002',
      name: 'Commune de Z',
      before: '<efbc:GroupLeadIndicator>true</efbc:GroupLeadIndicator>',
    });
    expect(mapped({ organisations: organisation() + lead, party: two }).content.acheteur.nom).toBe('Commune de Z');
  });

  test('a number that is no SIRET is kept raw', () => {
    expect(mapped({ organisations: organisation({ number: '49564' }) }).anomalies).toEqual([
      { champ: 'acheteur.siret', code: 'siret_longueur', brut: '49564' },
    ]);
  });

  test('a notice whose buyer is nowhere is incomplete', () => {
    expect(refused({ organisations: organisation({ id: 'ORG-0002' }) })).toBe('incomplete');
    expect(refused({ organisations: organisation({ name: '' }) })).toBe('incomplete');
  });
});

describe('texts and terms', () => {
  test('prefers French', () => {
    const project = `<cbc:Name languageID="ENG">Works</cbc:Name><cbc:Name languageID="FRA">Travaux</cbc:Name>${CPV}`;
    expect(mapped({ project }).content.titre).toBe('Travaux');
  });

  test('the longest duration and the earliest start of the lots', () => {
    const planned = (content: string) => `<cac:PlannedPeriod>${content}</cac:PlannedPeriod>`;
    const lots = [
      '<cbc:DurationMeasure unitCode="YEAR">2</cbc:DurationMeasure><cbc:StartDate>2027-02-01+01:00</cbc:StartDate>',
      '<cbc:DurationMeasure unitCode="DAY">90</cbc:DurationMeasure>',
      '<cbc:StartDate>2027-01-01Z</cbc:StartDate><cbc:EndDate>2027-12-31Z</cbc:EndDate>',
    ].map((content, index) => lot(`LOT-000${index + 1}`, { project: planned(content) }));
    expect(mapped({ lots: lots.join('') }).content).toMatchObject({
      duree_mois: 24,
      date_debut_prestation: '2027-01-01',
    });
  });

  test('the place: departments of all places, the first code; anywhere is nowhere', () => {
    const place = (content: string) =>
      `<cac:RealizedLocation><cac:Address>${content}</cac:Address></cac:RealizedLocation>`;
    const lots = [
      place('<cbc:CountrySubentityCode>FRE11</cbc:CountrySubentityCode>'),
      place('<cbc:PostalZone>20200</cbc:PostalZone>'),
    ].map((project, index) => lot(`LOT-000${index + 1}`, { project }));
    expect(mapped({ lots: lots.join('') }).content.lieu_execution).toEqual({
      departements: ['2B', '59'],
      code_nuts: 'FRE11',
    });
    const anywhere = lot('LOT-0001', { project: place('<cbc:Region>anyw</cbc:Region>') });
    expect(mapped({ lots: anywhere }).content.lieu_execution).toBeNull();
  });

  test('criteria are shared by lots that have the same, told by lot otherwise', () => {
    const criterion = (type: string, weight: string) =>
      `<cac:SubordinateAwardingCriterion>${inExtensions(`<efac:AwardCriterionParameter><efbc:ParameterCode>per-exa</efbc:ParameterCode><efbc:ParameterNumeric>${weight}</efbc:ParameterNumeric></efac:AwardCriterionParameter>`)}<cbc:AwardingCriterionTypeCode>${type}</cbc:AwardingCriterionTypeCode></cac:SubordinateAwardingCriterion>`;
    const terms = (...criteria: string[]) =>
      `<cac:AwardingTerms><cac:AwardingCriterion>${criteria.join('')}</cac:AwardingCriterion></cac:AwardingTerms>`;
    const of = (a: string, b: string) =>
      mapped({ lots: lot('LOT-0001', { terms: a }) + lot('LOT-0002', { terms: b }) }).content.criteres?.attribution;
    const price = { type: 'prix', nom: null, description: null, poids: 60, unite: '%' };
    const quality = { ...price, type: 'qualité', poids: 40 };
    const same = of(
      terms(criterion('price', '60'), criterion('quality', '40')),
      terms(criterion('quality', '40'), criterion('price', '60')),
    );
    expect(same).toEqual({ criteres: [price, quality] });
    expect(of(terms(criterion('price', '60')), terms(criterion('quality', '40')))).toEqual({
      lots: [
        { numero: '1', criteres: [price] },
        { numero: '2', criteres: [quality] },
      ],
    });
  });

  test('the score below which offers are refused is no weight', () => {
    const parameter = (list: string, code: string, value: string) =>
      `<efac:AwardCriterionParameter><efbc:ParameterCode listName="${list}">${code}</efbc:ParameterCode><efbc:ParameterNumeric>${value}</efbc:ParameterNumeric></efac:AwardCriterionParameter>`;
    const parameters = parameter('number-threshold', 'min-score', '12') + parameter('number-weight', 'per-exa', '60');
    const terms = `<cac:AwardingTerms><cac:AwardingCriterion><cac:SubordinateAwardingCriterion>${inExtensions(parameters)}<cbc:AwardingCriterionTypeCode>quality</cbc:AwardingCriterionTypeCode></cac:SubordinateAwardingCriterion></cac:AwardingCriterion></cac:AwardingTerms>`;
    expect(mapped({ lots: lot('LOT-0001', { terms }) }).content.criteres?.attribution).toEqual({
      criteres: [{ type: 'qualité', nom: null, description: null, poids: 60, unite: '%' }],
    });
  });

  test.each([
    ['ef-stand', 'economique'],
    ['slc-stand-other', 'economique'],
    ['tp-abil', 'technique'],
    ['slc-abil-staff-tech-work', 'technique'],
    ['sui-act', 'exercice'],
    ['slc-suit-reg-prof', 'exercice'],
  ])('the selection criterion %s asks for a capacity: %s', (code, family) => {
    const terms = inExtensions(
      `<efac:SelectionCriteria><cbc:TendererRequirementTypeCode>${code}</cbc:TendererRequirementTypeCode><cbc:Description>Attestation</cbc:Description></efac:SelectionCriteria>`,
    );
    const { capacites } = mapped({ lots: lot('LOT-0001', { terms }) }).content;
    expect(capacites).toEqual({ economique: null, technique: null, exercice: null, [family]: 'Attestation' });
  });

  test('codes that no list knows are counted, even those named like properties of every object', () => {
    const { content, anomalies } = mapped({
      process: '<cbc:ProcedureCode>constructor</cbc:ProcedureCode>',
      project: `<cbc:Name>X</cbc:Name><cbc:ProcurementTypeCode>toString</cbc:ProcurementTypeCode>${CPV}`,
    });
    expect(content).toMatchObject({ procedure: null, type_marche: null });
    expect(anomalies.map(({ code }) => code)).toEqual(['valeur_inconnue', 'valeur_inconnue']);
  });
});

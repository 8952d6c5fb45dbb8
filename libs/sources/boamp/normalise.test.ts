import { documentOf, normalised, published, tender } from './testing/records.js';

const TENDER = { nature: 'APPEL_OFFRE', etat: 'INITIAL' };

function reasonOf(body: Buffer | string): string {
  const result = normalised(body);
  return result.ok ? 'accepted' : result.rejection.reason;
}

describe('kinds', () => {
  test.each([
    ['APPEL_OFFRE', 'INITIAL', 'initial'],
    ['APPEL_OFFRE', 'RECTIFICATIF', 'correction'],
    ['APPEL_OFFRE', 'ANNULATION', 'cancellation'],
    ['RECTIFICATIF', 'INITIAL', 'correction'],
    ['ANNULATION', 'ANNULATION', 'cancellation'],
    ['ATTRIBUTION', 'INITIAL', 'attribution'],
    ['ATTRIBUTION', 'RECTIFICATIF', 'attribution'],
  ])('nature %s, etat %s: %s', (nature, etat, kind) => {
    expect(published({ nature, etat }, tender()).kind).toBe(kind);
  });

  test.each(['PREINFORMATION', 'INTENTION_CONCLURE', 'MODIFICATION', 'PERIODIQUE'])(
    '%s is out of scope, corrected or not',
    (nature) => {
      for (const etat of ['INITIAL', 'RECTIFICATIF']) {
        expect(reasonOf(documentOf({ idweb: '26-1', nature, etat }, tender()))).toBe('out_of_scope');
      }
    },
  );

  test('without flat fields, the gazette’s own block and then the notice tell', () => {
    const gestion = {
      REFERENCE: { TYPE_AVIS: { NATURE: { APPEL_OFFRE: { STANDARD: '' } }, STATUT: { ANNULATION: '' } } },
    };
    expect(published({}, tender(), gestion).kind).toBe('cancellation');
    expect(published({ objet: 'x' }, { IDENTITE: {}, OBJET: {}, ATTRIBUTION: {} }).kind).toBe('attribution');
    expect(published({}, { FNSimple: { rectificatif: {} } }).kind).toBe('correction');
    expect(published({}, { MAPA: { annulation: {} } }).kind).toBe('cancellation');
    expect(published({ objet: 'x' }, { MAPA: { initial: {} } }).kind).toBe('initial');
  });
});

test('an award of some of the declared lots leaves the notice open', () => {
  const lots = { DIV_EN_LOTS: { OUI: '' }, LOTS: { LOT: [{ NUM: '1' }, { NUM: '2' }] } };
  const award = (...decided: string[]) => ({
    IDENTITE: {},
    OBJET: lots,
    ATTRIBUTION: { DECISION: decided.map((NUM_LOT) => ({ NUM_LOT })) },
  });
  const told = { objet: 'x', nature: 'ATTRIBUTION' };
  expect(published(told, award('2'))).toMatchObject({ closes: false, lots_concernes: ['2'] });
  expect(published(told, award('2', '1'))).toMatchObject({ closes: true, lots_concernes: ['2', '1'] });
});

describe('links', () => {
  test('cited notices: lists and joined texts, the gazette’s antecedents, itself excluded, each once', () => {
    const gestion = { REFERENCE: { ANNONCE_ANTERIEUR: [{ IDWEB: '26-3' }, { IDWEB: '26-1' }] } };
    const donnees = { FNSimple: { rectificatif: { avisInitial: { idWeb: '26-4' } } } };
    for (const annonce_lie of [['26-2', '26-3'], '26-2,26-3']) {
      expect(published({ etat: 'RECTIFICATIF', annonce_lie }, donnees, gestion).cites).toEqual([
        '26-2',
        '26-3',
        '26-4',
      ]);
    }
  });

  test('a tender starts its own chain, whatever it cites', () => {
    expect(published({ ...TENDER, annonce_lie: ['25-9'] }, tender()).cites).toEqual([]);
  });

  test('OJ numbers are padded', () => {
    const joue = {
      REFERENCE_PUBLICATION: { PUBLICATION_JOUE: { ANNEE: '2016', NUM_PARUTION: '140', NUM_ANNONCE: '2708' } },
    };
    const donnees = { IDENTITE: {}, OBJET: {}, ATTRIBUTION: {}, PUBLICATION_ANTERIEURE: joue };
    const gestion = { MARCHE: { ANNONCE_ANTERIEUR: { REFERENCE: { IDWEB: '16-3' }, ...joue } } };
    const award = published({ objet: 'x', nature: 'ATTRIBUTION' }, donnees, gestion);
    expect(award.keys.joue).toEqual(['002708-2016']);
    expect(award.cites).toEqual(['16-3']);
  });
});

describe('deadlines without the indexed one', () => {
  const flat = { ...TENDER, objet: 'x', datelimitereponse: '2026-07-01T10:00:00+00:00' };
  test.each([
    ['FNSimple: Paris time called UTC', { FNSimple: { initial: {} } }, '2026-07-01T08:00:00Z'],
    ['MAPA: Paris time called UTC', { MAPA: { initial: {} } }, '2026-07-01T08:00:00Z'],
    ['classic: UTC+1 all year', { IDENTITE: {}, OBJET: {} }, '2026-07-01T09:00:00Z'],
  ])('%s', (_case, donnees, expected) => {
    expect(published(flat, donnees).content.date_limite).toBe(expected);
  });

  test('the notice’s own comes before the flat one', () => {
    const initial = { procedure: { dateReceptionOffres: '2026-07-02T12:00:00' } };
    expect(published(flat, tender(initial)).content.date_limite).toBe('2026-07-02T10:00:00Z');
  });

  test('an absurd one is null and noted', () => {
    const { content, anomalies } = published(TENDER, tender(), {
      INDEXATION: { DATE_LIMITE_REPONSE: '0206-01-01T12:00:00' },
    });
    expect(content.date_limite).toBeNull();
    expect(anomalies).toEqual([{ champ: 'date_limite', code: 'date_absurde', brut: '0206-01-01T12:00:00' }]);
  });
});

describe('national corrections', () => {
  const correction = (rectificatif: unknown, gestion = {}) =>
    published(
      { nature: 'RECTIFICATIF', etat: 'RECTIFICATIF', annonce_lie: ['26-0'] },
      { FNSimple: { rectificatif } },
      gestion,
    );

  test('a structured new deadline', () => {
    const infosRectif = {
      modif: { rubDelais: 'ReceptionOffres', auLieuDeDate: '2026-09-07T12:00:00', lireDate: '2026-09-14T12:00:00' },
    };
    expect(correction({ infosRectif })).toMatchObject({
      whole: false,
      content: { date_limite: '2026-09-14T10:00:00Z' },
      anomalies: [],
    });
  });

  test('a classic change, with its wrong summer offset', () => {
    const RECTIF = {
      MODIFICATION: { RUB_INIT: 'IV.2.2', INIT: '2021-05-10T12:00:00+01:00', LIRE: '2021-05-17T12:00:00+01:00' },
    };
    const read = published({ nature: 'RECTIFICATIF' }, { IDENTITE: {}, RECTIF });
    expect(read.content).toEqual({ date_limite: '2021-05-17T10:00:00Z' });
    expect(read.motif).toBe('IV.2.2 : au lieu de : 2021-05-10T12:00:00+01:00, lire : 2021-05-17T12:00:00+01:00');
  });

  test.each([
    [
      'Date limite de remise des offres : au lieu de lire 7 septembre 2026 à 12 heures, lire 14 septembre 2026 à 16 heures',
      '2026-09-14T14:00:00Z',
    ],
    ['Date limite de réception des offres - Lire : 14/09/26 16h30', '2026-09-14T14:30:00Z'],
    ['Réception des plis, au lieu du 07.09.2026, lire le 1er octobre 2026', '2026-10-01T21:59:59Z'],
  ])('prose: %s', (infosRectif, expected) => {
    expect(correction({ infosRectif }).content).toEqual({ date_limite: expected });
  });

  test.each([
    ['Date limite de réception des offres reportée', 'date_limite'],
    ['Visite du site : au lieu de 07/09/2026, lire 14/09/2026', 'contenu'],
    ['Ouverture des plis : au lieu de 07/09/2026, lire 14/09/2026', 'contenu'],
    ['Le CCTP est modifié', 'contenu'],
  ])('nothing is guessed: %s', (infosRectif, champ) => {
    const read = correction({ infosRectif });
    expect(read.content).toEqual({});
    expect(read.motif).toBe(infosRectif);
    expect(read.anomalies).toEqual([{ champ, code: 'correction_illisible', brut: infosRectif }]);
  });

  test('the deadline that the gazette indexes for the correction itself', () => {
    const read = correction(
      { infosRectif: 'Voir le RC' },
      { INDEXATION: { DATE_LIMITE_REPONSE: '2026-12-14T12:00:00' } },
    );
    expect(read.content).toEqual({ date_limite: '2026-12-14T11:00:00Z' });
  });
});

describe('national cancellations', () => {
  const cancellation = (motif: string) =>
    published(
      { nature: 'ANNULATION', etat: 'ANNULATION', annonce_lie: ['26-0'] },
      { FNSimple: { annulation: { motif } } },
    );

  test.each([
    ["Erreur dans l'objet du marché", true, []],
    ['Déclarer le lot N°3 de la procédure sans suite', false, ['3']],
    ['Lots 1, 2 et 12 sans suite', false, ['1', '2', '12']],
    ["L'ensemble des lots 1 à 4 est sans suite", true, []],
    ['Les offres des candidats sont irrégulières', true, []],
    ['Modification complète de l’allotissement', true, []],
  ])('%s', (motif, closes, lots_concernes) => {
    expect(cancellation(motif)).toMatchObject({
      kind: 'cancellation',
      whole: false,
      closes,
      lots_concernes,
      motif,
      cites: ['26-0'],
    });
  });

  test('the cancellation of an award closes nothing', () => {
    expect(published({ nature: 'ATTRIBUTION', etat: 'ANNULATION' }, tender()).closes).toBe(false);
  });
});

describe('amounts and places', () => {
  test('an amount in another currency is kept raw', () => {
    const valeurEstimee = { valeur: { '@devise': 'XPF', '#text': '5000000' } };
    const { content, anomalies } = published(TENDER, tender({ natureMarche: { intitule: 'x', valeurEstimee } }));
    expect(content.budget).toBeNull();
    expect(anomalies).toMatchObject([{ champ: 'budget', code: 'valeur_inconnue' }]);
  });

  test('the departments of publication are not those of execution', () => {
    const { content } = published({ ...TENDER, code_departement: ['59', '62'] }, tender());
    expect(content.lieu_execution).toBeNull();
    expect(published({ ...TENDER, code_departement_prestation: '2,20A' }, tender()).content.lieu_execution).toEqual({
      departements: ['02', '2A'],
      code_nuts: null,
    });
  });

  test('without address, the notice’s page is built from its number', () => {
    expect(published(TENDER, tender()).content.lien_source).toBe('https://www.boamp.fr/pages/avis/?q=idweb:%2226-1%22');
  });
});

describe('documents that are refused', () => {
  test.each<[string, Buffer | string, string]>([
    ['an empty body', '', 'malformed'],
    ['an HTML error page', '<html><body>503</body></html>', 'malformed'],
    ['truncated JSON', '{"idweb":"26-1","donnees":"{', 'malformed'],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from('{"idweb":"26-1","objet":"'), Buffer.from([0xe9]), Buffer.from('"}')]),
      'malformed',
    ],
    ['a list', '[]', 'malformed'],
    ['no identifier', '{"donnees":"{}"}', 'incomplete'],
    ['an identifier of another form', '{"idweb":"drop table","donnees":"{}"}', 'incomplete'],
    ['donnees truncated', '{"idweb":"26-1","donnees":"{\\"FNSimple\\":{\\"initial\\""}', 'malformed'],
    ['donnees an error text', '{"idweb":"26-1","donnees":"Internal Server Error"}', 'malformed'],
    ['donnees a JSON text', '{"idweb":"26-1","donnees":"\\"error\\""}', 'malformed'],
    ['donnees absent', '{"idweb":"26-1"}', 'malformed'],
    ['gestion truncated', '{"idweb":"26-1","donnees":"{\\"MAPA\\":{}}","gestion":"{\\"IND"}', 'malformed'],
    ['an unknown root', documentOf({ idweb: '26-1' }, { NOUVEAU: {} }), 'unknown_format'],
    ['no title', documentOf({ idweb: '26-1' }, { FNSimple: { initial: {} } }), 'incomplete'],
    ['an eForms root that is none', documentOf({ idweb: '26-1', nature: 'APPEL_OFFRE' }, { EFORMS: 'x' }), 'malformed'],
    [
      'an unknown eForms root',
      documentOf({ idweb: '26-1', nature: 'APPEL_OFFRE' }, { EFORMS: { Autre: { a: '' } } }),
      'unknown_format',
    ],
  ])('%s', (_case, body, reason) => {
    expect(reasonOf(body)).toBe(reason);
  });

  test('eForms nested too deep', () => {
    let nested: unknown = '';
    for (let depth = 0; depth < 500; depth++) nested = { 'cac:Party': nested };
    expect(reasonOf(documentOf({ idweb: '26-1', nature: 'APPEL_OFFRE' }, { EFORMS: { ContractNotice: nested } }))).toBe(
      'hostile',
    );
  });

  test('a rejection names the record', () => {
    expect(normalised('{"idweb":"26-77","donnees":"x"}')).toEqual({
      ok: false,
      rejection: { reason: 'malformed', detail: 'donnees is not a JSON object', identifiant: '26-77' },
    });
  });
});

test('other elements may nest as deep as they like', () => {
  const deep = `${'{"a":'.repeat(50_000)}""${'}'.repeat(50_000)}`;
  const body = JSON.stringify({
    idweb: '26-1',
    objet: 'x',
    donnees: `{"MAPA":{"initial":{"justifications":${deep}}}}`,
  });
  expect(reasonOf(body)).toBe('accepted');
});

describe('eForms', () => {
  const company = { 'cac:PartyIdentification': { 'cbc:ID': 'ORG-0001' }, 'cac:PartyName': { 'cbc:Name': 'Commune' } };
  const changes = (code: string, sections: string[]) => ({
    'efbc:ChangedNoticeIdentifier': 'c1051b02-779e-49ad-82e9-e7ddc91ebd00-01',
    'efac:ChangeReason': { 'cbc:ReasonCode': code },
    'efac:Change': { 'efac:ChangedSection': sections.map((id) => ({ 'efbc:ChangedSectionIdentifier': id })) },
  });
  const notice = (told?: unknown) => ({
    EFORMS: {
      ContractNotice: {
        'ext:UBLExtensions': {
          'ext:UBLExtension': {
            'ext:ExtensionContent': {
              'efext:EformsExtension': {
                ...(told !== undefined && { 'efac:Changes': told }),
                'efac:Organizations': { 'efac:Organization': { 'efac:Company': company } },
              },
            },
          },
        },
        'cbc:NoticeTypeCode': { '@listName': 'competition', '#text': 'cn-standard' },
        'cac:ContractingParty': { 'cac:Party': { 'cac:PartyIdentification': { 'cbc:ID': 'ORG-0001' } } },
        'cac:ProcurementProject': { 'cbc:Name': 'Travaux' },
        'cac:ProcurementProjectLot': ['LOT-0001', 'LOT-0002'].map((id) => ({
          'cbc:ID': id,
          'cac:TenderingProcess': {
            'cac:TenderSubmissionDeadlinePeriod': {
              'cbc:EndDate': '2026-12-01+01:00',
              'cbc:EndTime': '12:00:00+01:00',
            },
          },
        })),
      },
    },
  });

  test('the indexed deadline is read before the lots’ own, its offset honoured', () => {
    expect(published(TENDER, notice()).content.date_limite).toBe('2026-12-01T11:00:00Z');
    const gestion = { INDEXATION: { DATE_LIMITE_REPONSE: '2026-12-02T12:00:00+00:00' } };
    expect(published(TENDER, notice(), gestion).content.date_limite).toBe('2026-12-02T12:00:00Z');
  });

  test('a correction is a whole notice that cites by the gazette’s number, else by the notice’s identifier', () => {
    const donnees = notice(changes('cor-buy', []));
    const state = { nature: 'APPEL_OFFRE', etat: 'RECTIFICATIF' };
    expect(published({ ...state, annonce_lie: ['26-0'] }, donnees)).toMatchObject({
      kind: 'correction',
      whole: true,
      cites: ['26-0'],
    });
    expect(published(state, donnees).cites).toEqual(['c1051b02-779e-49ad-82e9-e7ddc91ebd00-01']);
    expect(published({}, donnees).kind).toBe('correction');
  });

  test.each([
    [[], true, []],
    [['LOT-0001', 'LOT-0002'], true, []],
    [['LOT-0002'], false, ['2']],
  ])('a cancellation of sections %p', (sections, closes, lots_concernes) => {
    const read = published({ nature: 'APPEL_OFFRE', etat: 'ANNULATION' }, notice(changes('cancel', sections)));
    expect(read).toMatchObject({ kind: 'cancellation', closes, lots_concernes });
  });
});

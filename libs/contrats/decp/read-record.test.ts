import { isFields } from './fields.js';
import { readRecord } from './read-record.js';
import { readFile } from './testing/read-file.js';
import { declared, MARKET_2019, MARKET_2022 } from './testing/records.js';

const initial2019 = (change: object) => declared({ ...MARKET_2019, ...change }).initial;
const initial2022 = (change: object) => declared({ ...MARKET_2022, ...change }).initial;
const causes2019 = (change: object) =>
  declared({ ...MARKET_2019, ...change }).anomalies.map(({ champ, code }) => `${champ} ${code}`);

test('a market of format 2019', () => {
  expect(declared(MARKET_2019)).toEqual({
    registre: 'decp_minef',
    racine: '242010056000732018MC18046',
    numero_modification: 0,
    initial: {
      objet: 'Traitement des lixiviats issus de la décharge de Saint Antoine',
      acheteur: { siret: '24201005600073', nom: "Communauté d'Agglomération du Pays Ajaccien" },
      titulaires: [{ siret: '42399908500057', siren: '423999085', nom: 'OVIVE' }],
      montant: 120000.5,
      cpv: '90513500',
      nature: 'Accord-cadre',
      procedure: "Appel d'offres ouvert",
      date_notification: '2018-01-20',
      duree_mois: 48,
      lieu_execution: { code: '20000', type_code: 'Code postal', nom: 'Ajaccio', departement: '2A' },
      offres_recues: null,
      forme_prix: 'revisable',
      sous_traitance_declaree: null,
      considerations: null,
      marche_innovant: null,
    },
    modifications: [],
    date_publication: '2019-01-16',
    anomalies: [],
  });
});

test('a market of format 2022', () => {
  expect(declared(MARKET_2022)).toEqual({
    registre: 'decp_minef',
    racine: '215903287000132023-014',
    numero_modification: null,
    initial: {
      objet: 'Entretien des espaces verts',
      acheteur: { siret: '21590328700013', nom: null },
      titulaires: [{ siret: '48242583200011', siren: '482425832', nom: null }],
      montant: 80000,
      cpv: '77211500',
      nature: 'Marché',
      procedure: 'Procédure adaptée',
      date_notification: '2024-05-15',
      duree_mois: 12,
      lieu_execution: { code: '59130', type_code: 'Code postal', nom: null, departement: '59' },
      offres_recues: 4,
      forme_prix: 'revisable',
      sous_traitance_declaree: false,
      considerations: { sociales: ['Clause sociale', 'Critère social'], environnementales: [] },
      marche_innovant: true,
    },
    modifications: [],
    date_publication: '2024-05-25',
    anomalies: [],
  });
});

test('XML says the same as JSON', async () => {
  const xml = (value: unknown, name: string): string => {
    if (Array.isArray(value)) return value.map((item) => xml(item, name)).join('');
    if (!isFields(value)) return `<${name}>${String(value)}</${name}>`;
    return `<${name}>${Object.entries(value)
      .map(([key, inner]) => xml(inner, key))
      .join('')}</${name}>`;
  };
  const record = {
    ...MARKET_2022,
    titulaires: { titulaire: MARKET_2022.titulaires.map(({ titulaire }) => titulaire) },
  };
  const { records } = await readFile(`<marches>${xml(record, 'marche')}</marches>`);
  expect(declared(records[0]?.record)).toEqual(declared(MARKET_2022));
});

test.each([
  [
    'format 2019',
    {
      autoriteConcedante: { id: '21590328700013', nom: 'Commune de Lambersart' },
      concessionnaires: [{ typeIdentifiant: 'SIRET', id: '48242583200011', denominationSociale: 'NORENVERT' }],
    },
  ],
  [
    'format 2022',
    {
      acheteur: '',
      montant: 'nan',
      titulaires: '',
      autoriteConcedante: { id: '21590328700013', nom: 'Commune de Lambersart' },
      concessionnaires: [
        { concessionnaire: { typeIdentifiant: 'SIRET', id: '48242583200011', denominationSociale: 'NORENVERT' } },
      ],
    },
  ],
])('a concession of %s: its holders, value and day of signature', (_, parts) => {
  const { initial, modifications } = declared({
    id: '2019C001',
    _type: 'Contrat de concession',
    nature: 'DELEGATION DE SERVICE PUBLIC',
    procedure: 'Procedure negociee ouverte',
    dateSignature: '2019-02-01',
    valeurGlobale: 1500000,
    montantSubventionPublique: 3,
    dureeMois: 240,
    modifications: [{ dateSignatureModification: '2020-01-01', valeurGlobale: 1600000, dureeMois: 250 }],
    ...parts,
  });
  expect(initial).toMatchObject({
    acheteur: { siret: '21590328700013', nom: 'Commune de Lambersart' },
    titulaires: [{ siret: '48242583200011', siren: '482425832', nom: 'NORENVERT' }],
    montant: 1500000,
    nature: 'Délégation de service public',
    procedure: 'Procédure négociée ouverte',
    date_notification: '2019-02-01',
    duree_mois: 240,
  });
  expect(modifications).toMatchObject([
    { date_notification: '2020-01-01', changement: { montant: 1600000, duree_mois: 250 } },
  ]);
});

test('a row that a consolidation flattened', () => {
  const { racine, initial, modifications } = declared({
    acheteur_id: '24910059500027',
    id: '20192_4YZf9j8Y00',
    titulaire_id: '34990907700027',
    titulaire_typeIdentifiant: 'SIRET',
    titulaire_denominationSociale: 'Essonne paysage',
    lieuExecution: '{"code": "91", "typeCode": "CODE DEPARTEMENT", "nom": "Essonne"}',
    modifications:
      '[{"modification": {"id": 1, "dateNotificationModification": "2024-02-27", "montant": "5000.0000"}}]',
    autoriteConcedante: 'test',
  });
  expect(racine).toBe('2491005950002720192_4YZf9j8Y');
  expect(initial.titulaires).toEqual([{ siret: '34990907700027', siren: '349909077', nom: 'Essonne paysage' }]);
  expect(initial.lieu_execution?.departement).toBe('91');
  expect(modifications).toMatchObject([{ id: '1', changement: { montant: 5000 } }]);
});

describe('amounts', () => {
  test.each([
    [0, 'montant montant_nul'],
    [1, 'montant montant_absurde'],
    [0.5, 'montant montant_absurde'],
    [-500, 'montant montant_absurde'],
    [999999999, 'montant montant_absurde'],
    ['99999999999999.0000', 'montant montant_absurde'],
    [1e11, 'montant montant_absurde'],
    [1e17, 'montant montant_absurde'],
    ['beaucoup', 'montant montant_illisible'],
    [{ valeur: 3 }, 'montant structure_inattendue'],
  ])('%j is null and counted', (montant, cause) => {
    expect(initial2019({ montant }).montant).toBeNull();
    expect(causes2019({ montant })).toEqual([cause]);
  });

  test.each([
    ['80000.0000', 80000],
    ['350.000', 350],
    [2e6, 2000000],
    ['NC', null],
    ['', null],
    [null, null],
  ])('%j is %j', (montant, expected) => {
    expect(initial2019({ montant }).montant).toBe(expected);
    expect(causes2019({ montant })).toEqual([]);
  });
});

describe('dates', () => {
  test.each([
    ['2018-12-17+01:00', '2018-12-17', []],
    ['2016-02-03Z', '2016-02-03', []],
    ['', null, []],
    ['0218-10-29', null, ['date_notification date_absurde']],
    ['5021-02-18', null, ['date_notification date_absurde']],
    ['September, 16 2021 00:00:00', null, ['date_notification date_illisible']],
  ])('%j is %j', (dateNotification, expected, causes) => {
    expect(initial2019({ dateNotification }).date_notification).toBe(expected);
    expect(causes2019({ dateNotification })).toEqual(causes);
  });
});

describe('CPV', () => {
  test.each([
    ['90513500-4', '90513500', []],
    ['3121100', '03121100', []],
    ['00000000-1', null, ['cpv cpv_inconnu']],
    ['0', null, ['cpv cpv_illisible']],
    [undefined, null, []],
  ])('%j is %j', (codeCPV, expected, causes) => {
    expect(initial2019({ codeCPV }).cpv).toBe(expected);
    expect(causes2019({ codeCPV })).toEqual(causes);
  });
});

describe('months and offers', () => {
  test.each([
    ['NC', null],
    [36.0, 36],
    ['11.5', 12],
    [0, null],
    [-3, null],
  ])('dureeMois %j is %j', (dureeMois, expected) => {
    expect(initial2022({ dureeMois }).duree_mois).toBe(expected);
  });

  test.each([
    ['NC', null],
    ['7', 7],
    [0, 0],
    [1e9, null],
    ['test', null],
  ])('offresRecues %j is %j', (offresRecues, expected) => {
    expect(initial2022({ offresRecues }).offres_recues).toBe(expected);
  });

  test.each([
    ['oui', true],
    ['non', false],
    ['true', true],
    ['', null],
    ['test', null],
  ])('marcheInnovant %j is %j', (marcheInnovant, expected) => {
    expect(initial2022({ marcheInnovant }).marche_innovant).toBe(expected);
  });
});

describe('prices and considerations', () => {
  test.each([
    [{ formePrix: 'Ferme', typesPrix: undefined }, 'ferme'],
    [{ formePrix: 'Ferme et actualisable', typesPrix: '' }, 'ferme_actualisable'],
    [{ formePrix: 'Mixte', typesPrix: { typePrix: ['Définitif ferme'] } }, 'ferme'],
    [{ formePrix: 'Unitaire', typesPrix: { typePrix: 'Provisoire' } }, 'autre'],
    [{ formePrix: 'Mixte', typesPrix: { typePrix: ['Définitif ferme', 'Définitif révisable'] } }, 'autre'],
    [{ formePrix: 'Mixte', typesPrix: undefined, typePrix: 'Définitif actualisable' }, 'ferme_actualisable'],
    [{ formePrix: 'Unitaire', typesPrix: undefined }, null],
  ])('%j', (change, expected) => {
    expect(initial2022(change).forme_prix).toBe(expected);
  });

  test('lists are null where the record has none, empty where it says that there is none', () => {
    const { considerations } = initial2022({
      considerationsSociales: '',
      considerationsEnvironnementales: ['Pas de considération environnementale'],
    });
    expect(considerations).toEqual({ sociales: null, environnementales: [] });
    expect(
      initial2022({ considerationsSociales: '', considerationsEnvironnementales: null }).considerations,
    ).toBeNull();
  });
});

describe('holders', () => {
  const holders = (...titulaires: unknown[]) => initial2019({ titulaires }).titulaires;

  test('several, the same twice counted once', () => {
    const ovive = { typeIdentifiant: 'SIRET', id: '42399908500057', denominationSociale: 'OVIVE' };
    const spaced = { typeIdentifiant: 'SIRET', id: '423 999 085 00057 ' };
    const other = { typeIdentifiant: 'SIRET', id: '48242583200011', denominationSociale: 'NORENVERT' };
    expect(holders(ovive, spaced, other).map(({ nom }) => nom)).toEqual(['OVIVE', 'NORENVERT']);
  });

  test.each([
    ['TVA', 'FR 21 483209383', '483209383'],
    ['TVA_INTRACOMMUNAUTAIRE', 'FR21483209383', '483209383'],
    ['SIRET', 'FR21483209383', '483209383'],
    ['SIRET', '423999085', '423999085'],
    ['SIRET', '423999086', null],
    ['TAHITI', '423999085', null],
    ['HORS_UE', 'CHE-423.999.085', null],
    ['SIRET', '42399908500058', null],
  ])('%s %s gives the SIREN %s', (typeIdentifiant, id, siren) => {
    expect(holders({ typeIdentifiant, id, denominationSociale: 'OVIVE' })).toEqual([
      { siret: null, siren, nom: 'OVIVE' },
    ]);
  });

  test('La Poste, whose SIRETs have no Luhn', () => {
    expect(holders({ typeIdentifiant: 'SIRET', id: '35600000000048' })[0]?.siren).toBe('356000000');
  });

  test('a SIRET that a number robbed of its zeros', () => {
    expect(holders({ typeIdentifiant: 'SIRET', id: 8728124200013 })[0]?.siret).toBe('08728124200013');
  });

  test('what is no holder is noted and left out', () => {
    expect(holders({ titulaire: 'typeIdentifiant' }, { titulaire: 'id' })).toEqual([]);
    expect(causes2019({ titulaires: [{ titulaire: 'typeIdentifiant' }] })).toEqual(['titulaires titulaire_illisible']);
  });

  test('none at all', () => {
    expect(initial2019({ titulaires: undefined }).titulaires).toEqual([]);
  });
});

describe('places', () => {
  test.each([
    ['59130', 'Code postal', '59'],
    ['2A004', 'Code commune', '2A'],
    ['97411', 'Code commune', '974'],
    ['FR63170', 'Code postal', '63'],
    ['75', 'Code département', '75'],
    ['006', 'Code postal', '06'],
    ['DPT07', 'Code département', '07'],
    ['FRB06', 'Code postal', '45'],
    ['83220', 'Code région', '83'],
    ['11', 'Code région', null],
    ['0902', 'Code arrondissement', '09'],
    ['751', 'Code arrondissement', '75'],
    ['FR', 'Code pays', null],
  ])('%s, %s: %j', (code, typeCode, departement) => {
    expect(initial2019({ lieuExecution: { code, typeCode } }).lieu_execution).toEqual({
      code,
      type_code: typeCode,
      nom: null,
      departement,
    });
    expect(causes2019({ lieuExecution: { code, typeCode } })).toEqual([]);
  });

  test.each(['INO', 'DEP', 'COMM', 'HDF'])('%s is no department, and counted', (code) => {
    expect(causes2019({ lieuExecution: { code } })).toEqual(['lieu_execution.departement departement_inconnu']);
  });
});

describe('texts', () => {
  test('entities, tags and double spaces', () => {
    const objet = '<p>Fourniture d&#8217;eau  &amp; de <b>boissons</b></p>\nlot 2';
    expect(initial2019({ objet }).objet).toBe('Fourniture d’eau & de boissons lot 2');
  });

  test('what the source lost stays lost', () => {
    expect(initial2019({ objet: 'Soci\uFFFDt\uFFFD' }).objet).toBe('Soci\uFFFDt\uFFFD');
  });

  test('labels in the spelling of the schema, others as they are', () => {
    expect(initial2019({ nature: 'ACCORD-CADRE' }).nature).toBe('Accord-cadre');
    expect(initial2019({ procedure: 'Gré à gré' }).procedure).toBe('Gré à gré');
  });
});

describe('subcontracting', () => {
  const acte = { acteSousTraitance: { id: 1, sousTraitant: { id: '214356' }, montant: 123456.89 } };

  test.each([
    ['an act', { actesSousTraitance: [acte] }],
    ['a modified act', { modificationsActesSousTraitance: [{ modificationActeSousTraitance: { id: 1, montant: 5 } }] }],
  ])('%s says that there is some, and never changes the amount', (_, acts) => {
    const { sous_traitance_declaree, montant } = initial2022(acts);
    expect({ sous_traitance_declaree, montant }).toEqual({ sous_traitance_declaree: true, montant: 80000 });
  });

  test('empty acts say nothing', () => {
    expect(initial2022({ actesSousTraitance: '', modificationsActesSousTraitance: [] }).sous_traitance_declaree).toBe(
      false,
    );
  });
});

describe('modifications', () => {
  const of = (...modifications: unknown[]) => declared({ ...MARKET_2019, modifications });

  test('in the order of notification, else of publication, then of number', () => {
    const { modifications } = of(
      { id: 4, dateNotificationModification: '2020-05-01', datePublicationDonneesModification: '2020-01-01' },
      { id: 10, datePublicationDonneesModification: '2020-03-01' },
      { id: 9, datePublicationDonneesModification: '2020-03-01' },
      { id: 1, dateNotificationModification: '2020-02-01+01:00' },
    );
    expect(modifications.map(({ id }) => id)).toEqual(['1', '9', '10', '4']);
  });

  test('only what a modification gives changes', () => {
    expect(of({ objetModification: 'avenant' }).modifications[0]?.changement).toEqual({});
    expect(of({ modification: { dureeMois: 14, montant: 'NC' } }).modifications[0]?.changement).toEqual({
      duree_mois: 14,
    });
    expect(of({ titulaires: MARKET_2022.titulaires }).modifications[0]?.changement).toEqual({
      titulaires: [{ siret: '48242583200011', siren: '482425832', nom: null }],
    });
  });

  test('placeholders change nothing and are counted', () => {
    const { modifications, anomalies } = of({
      montant: 1,
      dureeMois: 1,
      titulaires: [{ titulaire: 'typeIdentifiant' }, { titulaire: 'id' }],
    });
    expect(modifications[0]?.changement).toEqual({});
    expect(anomalies.map(({ champ, code }) => `${champ} ${code}`)).toEqual([
      'modifications.montant montant_absurde',
      'modifications.duree_mois duree_provisoire',
      'modifications.titulaires titulaire_illisible',
      'modifications.titulaires titulaire_illisible',
    ]);
  });

  test('an amount that cannot be served makes it unknown', () => {
    expect(of({ montant: 999999999 }).modifications[0]?.changement).toEqual({ montant: null });
  });

  test('an amount far below the initial one is the new amount', () => {
    expect(of({ montant: 40000 }).modifications[0]?.changement).toEqual({ montant: 40000 });
  });

  test('what is no modification is counted', () => {
    expect(of('avenant').anomalies).toEqual([
      { champ: 'modifications', code: 'modification_illisible', brut: 'avenant' },
    ]);
  });
});

describe('identity', () => {
  const numbered = (change: object) => {
    const { racine, numero_modification } = declared({ ...MARKET_2019, ...change });
    return [racine.slice('24201005600073'.length), numero_modification];
  };
  const nameless = { acheteur: { id: '24201005600073' } };

  test.each([
    ['2018MC1804600', {}, ['2018MC18046', 0]],
    ['2018MC1804601', { modifications: [{ id: 1 }] }, ['2018MC18046', 1]],
    ['2019A01503', {}, ['2019A015', 3]],
    ['2018244', {}, ['2018244', null]],
    ['201800244', {}, ['201800244', null]],
    ['2018M17312', { modifications: Array.from({ length: 12 }, (_, id) => ({ id })) }, ['2018M173', 12]],
    ['202401L04', {}, ['202401L04', null]],
    ['202422V0135-02', {}, ['202422V0135-02', null]],
    ['2026CS032502', nameless, ['2026CS032502', null]],
    ['2026CS032500', nameless, ['2026CS0325', 0]],
    ['2026CS032502', { ...nameless, modifications: [{ id: 1 }, { id: 2 }] }, ['2026CS0325', 2]],
    ['2023-014', nameless, ['2023-014', null]],
    [' MAPA 12/04.a,b\\c ', {}, ['MAPA_12_04_a_b_c', null]],
    ['a__b', {}, ['a_b', null]],
    [12, {}, ['12', null]],
  ])('%j', (id, change, expected) => {
    expect(numbered({ id, ...change })).toEqual(expected);
  });

  test('a buyer whose SIRET is invalid keeps its identifier, and is not served one', () => {
    const { racine, initial } = declared({ ...MARKET_2019, acheteur: { id: '242 010 056 00074', nom: 'CAPA' } });
    expect(racine).toBe('242_010_056_000742018MC18046');
    expect(initial.acheteur).toEqual({ siret: null, nom: 'CAPA' });
  });

  test.each([
    ['illisible', undefined],
    ['sans_champs', 'text'],
    ['sans_champs', [MARKET_2019]],
    ['sans_acheteur', { ...MARKET_2019, acheteur: undefined }],
    ['sans_acheteur', { ...MARKET_2019, acheteur: { nom: 'CAPA' } }],
    ['sans_numero', { ...MARKET_2019, id: undefined }],
    ['sans_numero', { ...MARKET_2019, id: { a: 1 } }],
    ['sans_numero', { ...MARKET_2019, id: 'x'.repeat(5000) }],
  ])('%s', (reason, record) => {
    expect(readRecord('aife_dume', record)).toMatchObject({ ok: false, reason });
  });
});

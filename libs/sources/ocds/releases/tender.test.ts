import type { Publication } from '../../publication.js';
import { content, publicationOf } from '../testing/release.js';

const NO_KEYS = { procedure_uuid: null, joue: [], boamp: [], consultations: [], reference_acheteur: null };

test('a European call with lots, criteria and selection (extensions lots, award criteria, selection criteria, buyer profile)', () => {
  const release = {
    ocid: 'ocds-k1ek0n-4711',
    id: '1',
    date: '2026-09-30T23:30:00Z',
    tag: ['planning', 'tender'],
    initiationType: 'tender',
    language: 'fr',
    parties: [
      {
        id: 'FR-SIRET-21420218300015',
        name: 'Ville de Saint-Étienne',
        roles: ['buyer', 'procuringEntity'],
        identifier: { scheme: 'FR-SIRET', id: '214 202 183 00015', legalName: 'COMMUNE DE SAINT-ETIENNE' },
        address: {
          streetAddress: 'Hôtel de Ville',
          locality: 'Saint-Étienne',
          region: 'FRK25',
          postalCode: '42000',
          countryName: 'France',
        },
        contactPoint: { name: 'Service des marchés', url: 'https://www.saint-etienne.fr' },
        details: { buyerProfile: 'https://www.klekoon.com/profil/42218' },
      },
      {
        id: 'tribunal',
        name: 'Tribunal administratif de Lyon',
        roles: ['reviewBody'],
        address: { postalCode: '69003' },
      },
    ],
    buyer: { id: 'FR-SIRET-21420218300015', name: 'Ville de Saint-Étienne' },
    tender: {
      id: '6d6f7f3e-8a2b-4c63-9d17-0d8c7a1e9b42',
      identifiers: [{ scheme: 'internal', id: '2026-S-118' }],
      title: 'Entretien des espaces verts',
      description: 'Tonte, taille et arrosage.\r\nMarché réservé en partie.',
      status: 'active',
      value: { amount: 1250000.5, currency: 'EUR' },
      minValue: { amount: 500000, currency: 'EUR' },
      procurementMethod: 'open',
      procurementMethodDetails: "Appel d'offres ouvert",
      mainProcurementCategory: 'services',
      additionalProcurementCategories: ['goods'],
      items: [
        {
          id: '1',
          relatedLot: 'LOT-0001',
          classification: { scheme: 'CPV', id: '77311000-3' },
          deliveryAddresses: [{ region: 'FRK25', countryName: 'France' }],
        },
        {
          id: '2',
          relatedLot: 'LOT-0002',
          classification: { scheme: 'CPV', id: '77340000' },
          deliveryAddress: { postalCode: '43000' },
        },
        {
          id: '0',
          classification: { scheme: 'CPV', id: '77310000' },
          additionalClassifications: [{ scheme: 'CPV', id: '77313000' }],
        },
      ],
      lots: [
        {
          id: 'LOT-0002',
          title: 'Élagage',
          description: 'Taille de 300 sujets',
          value: { amount: 250000, currency: 'EUR' },
          contractPeriod: { durationInDays: 365 },
          awardCriteria: {
            criteria: [{ type: 'price', name: 'Prix', numbers: [{ number: 60, weight: 'percentageExact' }] }],
          },
        },
        {
          id: 'LOT-0001',
          title: 'Tonte',
          value: { amount: 1000000.5, currency: 'EUR' },
          contractPeriod: { durationInDays: 1461 },
          awardCriteria: {
            criteria: [
              { type: 'price', name: 'Prix', numbers: [{ number: 40, weight: 'percentageExact' }] },
              {
                type: 'quality',
                description: 'Méthode',
                numbers: [
                  { number: 8, threshold: 'minimumScore' },
                  { number: 60, weight: 'percentageExact' },
                ],
              },
            ],
          },
        },
      ],
      selectionCriteria: {
        criteria: [
          { type: 'economic', description: "Chiffre d'affaires des trois derniers exercices" },
          { type: 'technical', name: 'Références', description: 'Trois références de moins de cinq ans' },
          { type: 'suitability', description: 'Inscription au registre du commerce' },
          { type: 'exclusion', description: 'Attestation sur l’honneur' },
        ],
      },
      tenderPeriod: { startDate: '2026-10-01T00:00:00Z', endDate: '2026-11-05T12:00:00+01:00' },
      contractPeriod: { startDate: '2026-12-31T23:00:00Z', endDate: '2030-12-31T22:59:59Z' },
      submissionMethod: ['electronicSubmission'],
      submissionMethodDetails: 'Remise par voie électronique sur le profil d’acheteur.',
      documents: [
        {
          id: 'dce',
          documentType: 'biddingDocuments',
          url: 'https://www.marches-publics.gouv.fr/entreprise/consultation/512345?orgAcronyme=a1b',
        },
        { id: 'avis', documentType: 'tenderNotice', url: 'https://www.klekoon.com/avis/4711', language: 'fr' },
        { id: 'ted', documentType: 'tenderNotice', url: 'https://ted.europa.eu/fr/notice/-/detail/612345-2026' },
      ],
    },
    relatedProcesses: [
      { id: '1', relationship: ['sameNotice'], scheme: 'boamp', identifier: '26-101234' },
      { id: '2', relationship: ['prior'], scheme: 'eu-oj', identifier: '2022/S 190-461577' },
    ],
  };
  expect(publicationOf(release)).toEqual({
    source: 'klekoon',
    identifiant: 'ocds-k1ek0n-4711',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    // 23:30 UTC is the next day in Paris.
    date_publication: '2026-10-01',
    stated_at: '2026-09-30T23:30:00.000Z',
    keys: {
      procedure_uuid: '6d6f7f3e-8a2b-4c63-9d17-0d8c7a1e9b42',
      joue: ['612345-2026'],
      boamp: ['26-101234'],
      consultations: ['marches-publics.gouv.fr|512345'],
      reference_acheteur: '2026-S-118',
    },
    content: {
      titre: 'Entretien des espaces verts',
      description: 'Tonte, taille et arrosage.\nMarché réservé en partie.',
      budget: 1250000.5,
      cpv: '77310000',
      date_limite: '2026-11-05T11:00:00Z',
      type_marche: 'Services',
      procedure: "Appel d'offres ouvert",
      acheteur: { nom: 'Ville de Saint-Étienne', siret: '21420218300015', departement: '42' },
      lien_source: 'https://www.klekoon.com/avis/4711',
      nb_lots: 2,
      lots: [
        { numero: '1', description: 'Tonte', budget: 1000000.5, cpv: '77311000' },
        { numero: '2', description: 'Élagage\nTaille de 300 sujets', budget: 250000, cpv: '77340000' },
      ],
      criteres: {
        selection: {
          criteres: [
            { type: 'economique', nom: null, description: "Chiffre d'affaires des trois derniers exercices" },
            { type: 'technique', nom: 'Références', description: 'Trois références de moins de cinq ans' },
            { type: 'exercice', nom: null, description: 'Inscription au registre du commerce' },
            { type: 'autre', nom: null, description: 'Attestation sur l’honneur' },
          ],
        },
        attribution: {
          lots: [
            {
              numero: '1',
              criteres: [
                { type: 'prix', nom: 'Prix', description: null, poids: 40, unite: '%' },
                { type: 'qualité', nom: null, description: 'Méthode', poids: 60, unite: '%' },
              ],
            },
            { numero: '2', criteres: [{ type: 'prix', nom: 'Prix', description: null, poids: 60, unite: '%' }] },
          ],
        },
      },
      duree_mois: 48,
      lieu_execution: { departements: ['42', '43'], code_nuts: 'FRK25' },
      date_debut_prestation: '2027-01-01',
      forme_prix: null,
      url_profil_acheteur: 'https://www.klekoon.com/profil/42218',
      renseignements_complementaires: 'Remise par voie électronique sur le profil d’acheteur.',
      capacites: {
        economique: "Chiffre d'affaires des trois derniers exercices",
        technique: 'Références\nTrois références de moins de cinq ans',
        exercice: 'Inscription au registre du commerce',
      },
    },
    anomalies: [],
  } satisfies Publication);
});

test('the core of the standard alone, buyer identified by its company, deadline of a day', () => {
  const release = {
    ocid: 'ocds-cd3m4r-88',
    id: 'ocds-cd3m4r-88-1',
    date: '2026-10-06',
    tag: ['tender'],
    parties: [
      {
        id: 'FR-RCS-552081317',
        name: 'ELECTRICITE DE FRANCE',
        roles: ['buyer'],
        identifier: { scheme: 'FR-RCS', id: '552 081 317' },
        address: { region: '93' },
      },
    ],
    tender: {
      id: 'AO-2026-17',
      title: 'FOURNITURE DE CÂBLES',
      procurementMethod: 'selective',
      mainProcurementCategory: 'goods',
      awardCriteria: 'ratedCriteria',
      awardCriteriaDetails: 'Prix 60 %, délai 40 %',
      eligibilityCriteria: 'Certification ISO 9001',
      tenderPeriod: { endDate: '2026-12-15' },
      contractPeriod: { durationInDays: 30, startDate: '2027-03-01' },
      items: [{ id: 'a', classification: { scheme: 'CPV', id: 44318000 } }],
    },
  };
  expect(publicationOf(release)).toEqual({
    source: 'klekoon',
    identifiant: 'ocds-cd3m4r-88',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2026-10-06',
    stated_at: '2026-10-05T22:00:00.000Z',
    keys: { ...NO_KEYS, reference_acheteur: 'AO-2026-17' },
    content: content({
      titre: 'FOURNITURE DE CÂBLES',
      cpv: '44318000',
      date_limite: '2026-12-15T22:59:59Z',
      type_marche: 'Fournitures',
      procedure: 'Procédure restreinte',
      acheteur: { nom: 'ELECTRICITE DE FRANCE', siret: null, departement: '93' },
      criteres: { selection: { texte: 'Certification ISO 9001' }, attribution: { texte: 'Prix 60 %, délai 40 %' } },
      duree_mois: 1,
      date_debut_prestation: '2027-03-01',
    }),
    anomalies: [{ champ: 'acheteur.siret', code: 'siret_siren_seul', brut: '552 081 317' }],
  } satisfies Publication);
});

test('lots only as items; a gazette cited in words; a day in disguise', () => {
  const release = {
    ocid: 'ocds-m0n1in-12',
    id: 7,
    date: '2026-10-06T08:00:00+02:00',
    tag: 'tender',
    buyer: {
      name: 'Mairie de Die',
      identifier: { scheme: 'FR-SIRET', id: '21260113000017' },
      address: { postalCode: '26150' },
    },
    tender: {
      id: 'ocds-m0n1in-12',
      title: 'Réfection de l&#039;école',
      description:
        '<p>Travaux en site occupé.</p>Avis publié au BOAMP, annonce n° 26-098646, et au JOUE 2026/S 190-461577.',
      mainProcurementCategory: 'works',
      procurementMethodDetails: 'open',
      tenderPeriod: { endDate: '2026-11-20T23:59:59Z' },
      items: [
        {
          id: '0',
          classification: { scheme: 'CPV', id: '45214210' },
          deliveryLocation: { gazetteer: { scheme: 'NUTS', identifiers: ['FRK23'] } },
        },
        { id: '1', relatedLot: '1', description: 'Maçonnerie', classification: { scheme: 'CPV', id: '45262500' } },
        { id: '2', relatedLot: '2', description: 'Charpente' },
        { id: '3', relatedLot: '2', classification: { scheme: 'UNSPSC', id: '72152500' } },
      ],
      documents: { documentType: 'tenderNotice', url: 'www.marchesonline.com/ao-12' },
    },
  };
  expect(publicationOf(release)).toEqual({
    source: 'klekoon',
    identifiant: 'ocds-m0n1in-12',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2026-10-06',
    stated_at: '2026-10-06T06:00:00.000Z',
    keys: { ...NO_KEYS, joue: ['461577-2026'], boamp: ['26-98646'] },
    content: content({
      titre: "Réfection de l'école",
      description: 'Travaux en site occupé.\nAvis publié au BOAMP, annonce n° 26-098646, et au JOUE 2026/S 190-461577.',
      cpv: '45214210',
      date_limite: '2026-11-20T22:59:59Z',
      type_marche: 'Travaux',
      procedure: 'Procédure ouverte',
      acheteur: { nom: 'Mairie de Die', siret: '21260113000017', departement: '26' },
      lien_source: 'http://www.marchesonline.com/ao-12',
      nb_lots: 2,
      lots: [
        { numero: '1', description: 'Maçonnerie', budget: null, cpv: '45262500' },
        { numero: '2', description: 'Charpente', budget: null, cpv: null },
      ],
      lieu_execution: { departements: ['26'], code_nuts: 'FRK23' },
    }),
    anomalies: [],
  } satisfies Publication);
});

test('values that cannot be served are null, counted and kept as they are written', () => {
  const release = `{
    "ocid": "ocds-k1ek0n-1", "id": "1", "date": "0218-10-06T08:00:00Z", "tag": ["tender"],
    "parties": [{"id": "1", "roles": ["buyer"], "name": "X", "identifier": {"scheme": "FR-SIRET", "id": 21420218300016},
      "address": {"postalCode": "99999"}}],
    "tender": {
      "title": "Titre", "value": {"amount": 1e9999, "currency": "EUR"}, "mainProcurementCategory": "concession",
      "procurementMethod": "secret", "tenderPeriod": {"endDate": "demain"}, "contractPeriod": {"durationInDays": -3},
      "items": [{"classification": {"scheme": "CPV", "id": "99999999"}}],
      "lots": [{"id": "1", "value": {"amount": 1000, "currency": "USD"}}],
      "documents": [{"documentType": "tenderNotice", "url": "javascript:alert(1)"}]
    }}`;
  const { content: told, anomalies, date_publication } = publicationOf(release);
  expect(date_publication).toBeNull();
  expect(told).toEqual(
    content({
      titre: 'Titre',
      acheteur: { nom: 'X', siret: null, departement: null },
      nb_lots: 1,
      lots: [{ numero: '1', description: null, budget: null, cpv: null }],
    }),
  );
  expect(anomalies.map(({ champ, code, brut }) => `${champ} ${code} ${brut}`).sort()).toEqual([
    'acheteur.departement departement_inconnu 99999',
    'acheteur.siret siret_luhn 21420218300016',
    'budget montant_illisible Infinity',
    'cpv cpv_inconnu 99999999',
    'date_limite date_illisible demain',
    'date_publication date_absurde 0218-10-06T08:00:00Z',
    'duree_mois duree_illisible -3 days',
    'lien_source url_illisible javascript:alert(1)',
    'lots.budget valeur_inconnue 1000 USD',
    'procedure valeur_inconnue secret',
    'type_marche valeur_inconnue concession',
  ]);
});

test('as many lots as items are put together at once', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => ({ id: String(index), relatedLot: `lot-${index + 1}` }));
  const start = performance.now();
  const { content: told } = publicationOf({
    ocid: 'o-1',
    id: '1',
    tag: ['tender'],
    tender: { title: 'Voirie', items },
  });
  expect(told.nb_lots).toBe(20_000);
  expect(performance.now() - start).toBeLessThan(8000);
});

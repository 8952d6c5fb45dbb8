import { prose } from '../../boamp/testing/sample.js';
import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTedExport } from '../normalise.js';

publicationSample(
  { normalise: normaliseTedExport, format: 'ted-export-xml' },
  'ted_xml_r209_fr/026357-2021.xml',
  'defence tender (release 2.0.8), four lots with ranges of value',
  {
    source: 'ted',
    identifiant: '26357-2021',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2021-01-19',
    keys: {
      procedure_uuid: null,
      joue: ['026357-2021'],
      boamp: [],
      consultations: [],
      reference_acheteur: '20225MGX000',
    },
    content: {
      titre:
        "20225 — assurances pour la couverture des risques induits par l'exercice de l'activité industrielle et commerciale de l'atelier industriel de l'aéronautique de Bordeaux",
      description: prose(
        "L'Atelier industriel de l'aéronautique de Bordeaux (AIA BX) ",
        ' 4: multirisques des dommages aux biens.',
        1228,
      ),
      budget: 1640000,
      cpv: '66510000',
      date_limite: '2021-02-15T13:00:00Z',
      type_marche: 'Services',
      procedure: 'Procédure négociée',
      acheteur: { nom: 'Mindef/AIR/SIAÉ', siret: null, departement: '63' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/26357-2021',
      nb_lots: 4,
      lots: [
        {
          numero: '1',
          description: prose(
            'Responsabilité civile industrielle\nLes caractéristiques prin',
            'ns clauses dérogatoires après livraison.',
            325,
          ),
          budget: 300000,
          cpv: '66510000',
        },
        {
          numero: '2',
          description: prose(
            'Responsabilité civile aéronautique\nLes caractéristiques prin',
            'vile après-livraison/du fait du produit.',
            261,
          ),
          budget: 700000,
          cpv: '66510000',
        },
        {
          numero: '3',
          description:
            'Transport et marchandise\nLes caractéristiques principales du lot sont les suivantes:\n— police faculté;\n— extension manutention par les personnels du SIAé\n— extension transports de marchandises pour propre compte.',
          budget: 450000,
          cpv: '66510000',
        },
        {
          numero: '4',
          description:
            "Multi-risques des dommages aux biens\nLes caractéristiques principales du lot sont les suivantes:\n— bâtiments (site de Croix d'Hins à Cestas);\n— matériels (site de Croix d'Hins à Cestas);\n— marchandises pour compte de tiers.",
          budget: 190000,
          cpv: '66510000',
        },
      ],
      criteres: { selection: null, attribution: { dans_les_documents: true } },
      duree_mois: 60,
      lieu_execution: null,
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur: null,
      renseignements_complementaires: prose(
        'La présente consultation est une procédure en marché négocié',
        'ent avis au JOUE et au BOAMP: 14.1.2021.',
        1184,
      ),
      capacites: {
        economique: null,
        technique: prose(
          'Pièces techniques communes aux lots de consultation:\nCapacit',
          'andidat: Éliminé (E) ou Sélectionné (S).',
          1338,
        ),
        exercice: prose(
          'Pièces administratives communes aux lots de consultation:\nFo',
          'res» associé à la présente consultation.',
          2299,
        ),
      },
    },
    anomalies: [],
  },
);

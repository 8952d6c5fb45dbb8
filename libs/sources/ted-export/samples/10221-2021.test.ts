import { prose } from '../../boamp/testing/sample.js';
import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTedExport } from '../normalise.js';

publicationSample(
  { normalise: normaliseTedExport, format: 'ted-export-xml' },
  'ted_xml_r209_fr/010221-2021.xml',
  'F24: concession in two lots with values and dates',
  {
    source: 'ted',
    identifiant: '10221-2021',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2021-01-11',
    keys: { procedure_uuid: null, joue: ['010221-2021'], boamp: [], consultations: [], reference_acheteur: null },
    content: {
      titre:
        "Délégation de service public concernant l'exploitation de deux lots de plage et de restaurant des plages d'Èze",
      description:
        "Le projet consiste en l'exploitation de deux lots de plage et de restaurant sur la plage d'Èze. Chacun des deux lots fera l'objet d'une désignation d'un attributaire unique.",
      budget: 24000000,
      cpv: '92332000',
      date_limite: '2021-02-17T11:00:00Z',
      type_marche: 'Services',
      procedure: 'Procédure d’attribution de concession',
      acheteur: { nom: "Métropole Nice Côte d'Azur", siret: null, departement: '06' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/10221-2021',
      nb_lots: 2,
      lots: [
        {
          numero: '1',
          description:
            "Lot 1 dit «Anjuna»\nLe concessionnaire sera chargé de mettre en œuvre un programme d'investissement, d'exploiter et d'entretenir le lot 1 d'établissement de bain et de restauration.",
          budget: 20000000,
          cpv: '92332000',
        },
        {
          numero: '2',
          description:
            "Lot 2 dit «Papaya»\nLe concessionnaire sera chargé de mettre en œuvre un programme d'investissement, d'exploiter et d'entretenir le lot 2 d'établissement e bain et de restauration.",
          budget: 4000000,
          cpv: '92332000',
        },
      ],
      criteres: { selection: null, attribution: { dans_les_documents: true } },
      duree_mois: 60,
      lieu_execution: { departements: ['06'], code_nuts: 'FRL03' },
      date_debut_prestation: '2022-01-01',
      forme_prix: null,
      url_profil_acheteur: 'http://www.e-marches06.fr',
      renseignements_complementaires: prose(
        'La présente procédure de délégation de service public est la',
        're de caractères du logiciel BOAMP/JOUE.',
        739,
      ),
      capacites: {
        economique: null,
        technique: null,
        exercice:
          'Se référer au règlement de consultation librement accessible selon les modalités précisées au présent avis de publicité.',
      },
    },
    anomalies: [],
  },
);

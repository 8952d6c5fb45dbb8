import { prose } from '../../boamp/testing/sample.js';
import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTedExport } from '../normalise.js';

publicationSample(
  { normalise: normaliseTedExport, format: 'ted-export-xml' },
  'ted_xml_r209_fr/002712-2020.xml',
  'F25: concession award that cites its tender',
  {
    source: 'ted',
    identifiant: '2712-2020',
    aliases: [],
    kind: 'attribution',
    whole: true,
    cites: ['273930-2019'],
    closes: true,
    lots_concernes: [],
    motif: null,
    date_publication: '2020-01-03',
    keys: {
      procedure_uuid: null,
      joue: ['002712-2020', '273930-2019'],
      boamp: [],
      consultations: [],
      reference_acheteur: 'MP2019-02',
    },
    content: {
      titre: "Concession d'aménagement pour la réalisation de la ZAC du Quartier de la Plaine",
      description: prose(
        'L’objet de la présente consultation est de sélectionner un c',
        'onnaire. Surface de l’opération 36,5 ha.',
        467,
      ),
      budget: 68269350,
      cpv: '45211360',
      date_limite: null,
      type_marche: 'Travaux',
      procedure: 'Procédure d’attribution de concession',
      acheteur: { nom: 'Commune du Crès', siret: null, departement: '34' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/2712-2020',
      nb_lots: 0,
      lots: [],
      criteres: {
        selection: null,
        attribution: {
          criteres: [
            {
              type: null,
              nom: 'La concession est attribuée sur la base des critères énoncés dans les documents du marché [cf. VI.3) Informations complémentaires]',
              description: null,
              poids: null,
              unite: null,
            },
          ],
        },
      },
      duree_mois: 180,
      lieu_execution: { departements: ['34'], code_nuts: 'FRJ13' },
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur: 'https://marches.montpellier3m.fr',
      renseignements_complementaires: prose(
        "La date d'attribution est entendue comme la date du conseil ",
        'ue des propositions, noté sur 15 points.',
        1416,
      ),
      capacites: { economique: null, technique: null, exercice: null },
    },
    anomalies: [{ champ: 'acheteur.siret', code: 'siret_longueur', brut: 'SIRET 213400906000011' }],
  },
);

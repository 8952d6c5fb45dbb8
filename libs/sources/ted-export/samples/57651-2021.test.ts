import { prose } from '../../boamp/testing/sample.js';
import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTedExport } from '../normalise.js';

publicationSample(
  { normalise: normaliseTedExport, format: 'ted-export-xml' },
  'ted_xml_r209_fr/057651-2021.xml',
  'F02: tender, not divided, an identifier that is no SIRET',
  {
    source: 'ted',
    identifiant: '57651-2021',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2021-02-05',
    keys: {
      procedure_uuid: null,
      joue: ['057651-2021'],
      boamp: [],
      consultations: ['marches-publics.gouv.fr|701097'],
      reference_acheteur: '2021002PNT',
    },
    content: {
      titre:
        "Mise en œuvre d'un pilote de rénovation pour seize bâtiments de l'Université de Rennes 1 — séquence 1: restauration des qualités thermiques des enveloppes en site occupé",
      description:
        "Mise en œuvre d'un pilote de rénovation pour seize bâtiments de l'Université de Rennes 1.\nSéquence 1: restauration des qualités thermiques des enveloppes en site occupé.",
      budget: 43798333.3,
      cpv: '45443000',
      date_limite: '2021-03-04T10:30:00Z',
      type_marche: 'Travaux',
      procedure: 'Procédure concurrentielle avec négociation',
      acheteur: { nom: 'Université de Rennes 1', siret: null, departement: '35' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/57651-2021',
      nb_lots: 0,
      lots: [],
      criteres: {
        selection: {
          texte: prose(
            '— au moins trois candidats et au plus cinq candidats seront ',
            "ois le montant estimé de l'accord-cadre.",
            797,
          ),
        },
        attribution: { dans_les_documents: true },
      },
      duree_mois: 48,
      lieu_execution: { departements: ['35'], code_nuts: 'FRH03' },
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur:
        'http://www.marches-publics.gouv.fr/?page=entreprise.EntrepriseAdvancedSearch&AllCons&refConsultation=701097&orgAcronyme=f2h',
      renseignements_complementaires: prose(
        "Dossier de consultation mis à disposition à l'adresse: https",
        'ption-realisation@listes.univ-rennes1.fr',
        688,
      ),
      capacites: {
        economique: null,
        technique: null,
        exercice: prose(
          'Organigramme des opérateurs économiques candidats, qualités ',
          'ité de membres de plusieurs groupements.',
          551,
        ),
      },
    },
    anomalies: [{ champ: 'acheteur.siret', code: 'siret_illisible', brut: 'frh03' }],
  },
);

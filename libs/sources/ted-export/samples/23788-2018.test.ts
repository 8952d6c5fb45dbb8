import { prose } from '../../boamp/testing/sample.js';
import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTedExport } from '../normalise.js';

publicationSample(
  { normalise: normaliseTedExport, format: 'ted-export-xml' },
  'ted_xml_r209_fr/023788-2018.xml',
  'F12: design contest, criteria in prose',
  {
    source: 'ted',
    identifiant: '23788-2018',
    aliases: [],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2018-01-18',
    keys: { procedure_uuid: null, joue: ['023788-2018'], boamp: [], consultations: [], reference_acheteur: 'Pmtconc' },
    content: {
      titre: "Construction d'une salle de gymnastique et d'un dojo à Livron sur Drôme (26)",
      description: "Procédure de concours restreint de maîtrise d'œuvre sur Esquisse.",
      budget: null,
      cpv: '71200000',
      date_limite: '2018-02-23T11:00:00Z',
      type_marche: 'Services',
      procedure: 'Procédure restreinte',
      acheteur: { nom: 'Communauté de communes du Val de Drôme', siret: '24260025200041', departement: '26' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/23788-2018',
      nb_lots: null,
      lots: [],
      criteres: {
        selection: {
          texte: prose(
            "1. capacités économiques en lien avec l'objet du marché;\n2. ",
            'cturale, environnementale et thermique).',
            669,
          ),
        },
        attribution: {
          texte: prose(
            '1 — qualité architecturale et urbanistique de la constructio',
            "u projet avec l'enveloppe prévisionnelle",
            515,
          ),
        },
      },
      duree_mois: null,
      lieu_execution: null,
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur: 'http://www.val-de-drome.com/',
      renseignements_complementaires: prose(
        'Pour retrouver cet avis intégral, accéder au DCE, poser des ',
        'rganisation pilotage coordination (OPC).',
        761,
      ),
      capacites: { economique: null, technique: null, exercice: null },
    },
    anomalies: [],
  },
);

import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTed } from '../normalise.js';

publicationSample(
  { normalise: normaliseTed, format: 'eforms-xml' },
  'ted_eforms/2024-OJS015-00041387.xml',
  'restricted design contest, weighted criteria, consultation address',
  {
    source: 'ted',
    identifiant: '41387-2024',
    aliases: ['0a3077fe-1b45-4446-be7e-30f75cd98316-01'],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2024-01-22',
    keys: {
      procedure_uuid: '8720c370-2bc2-4afa-a8c6-97fd4287ab59',
      joue: ['041387-2024'],
      boamp: [],
      consultations: ['demat-ampa.fr|586509'],
      reference_acheteur: '2024L000S00002',
    },
    content: {
      titre:
        "Lycée André Guillaumin à Saint-Yrieix-la-Perche (87)- Concours de maîtrise d'oeuvre-Phase 1: candidatures",
      description:
        "Lycée André Guillaumin à Saint-Yrieix-la-Perche (87)- Aménagement de l'internat garçons, d'espaces pédagogiques et administratifs et mise en accessibilité de l'établissement-Concours de maîtrise d'oeuvre-Phase 1: candidatures",
      budget: null,
      cpv: '71000000',
      // Written 12:00+02:00 in winter, as is the time at which it was sent: noon in Paris.
      date_limite: '2024-03-04T11:00:00Z',
      type_marche: 'Services',
      procedure: 'Procédure restreinte',
      acheteur: { nom: 'Région Nouvelle-Aquitaine', siret: '20005375900011', departement: '33' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/41387-2024',
      nb_lots: 1,
      lots: [
        {
          numero: '1',
          description:
            "Lycée André Guillaumin à Saint-Yrieix-la-Perche (87)- Aménagement de l'internat garçons, d'espaces pédagogiques et administratifs et mise en accessibilité de l'établissement-Concours de maîtrise d'oeuvre-Phase 1: candidatures",
          budget: null,
          cpv: '71000000',
        },
      ],
      criteres: {
        selection: null,
        attribution: {
          criteres: [
            {
              type: 'coût',
              nom: null,
              description: 'Economie du projet y compris approche coût global',
              poids: 20,
              unite: '%',
            },
            {
              type: 'qualité',
              nom: null,
              description: 'Valeur architecturale, technique et environnementale',
              poids: 30,
              unite: '%',
            },
            {
              type: 'qualité',
              nom: null,
              description: 'Fonctionnement général et organisation spatiale',
              poids: 50,
              unite: '%',
            },
          ],
        },
      },
      duree_mois: null,
      lieu_execution: { departements: ['87'], code_nuts: 'FRI23' },
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur:
        'https://demat-ampa.fr/?page=Entreprise.EntrepriseAdvancedSearch&AllCons&id=586509&orgAcronyme=craquitaine',
      renseignements_complementaires: null,
      capacites: { economique: null, technique: null, exercice: null },
    },
    anomalies: [],
  },
);

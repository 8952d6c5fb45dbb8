import { prose } from '../../boamp/testing/sample.js';
import { publicationSample } from '../../testing/publication-sample.js';
import { normaliseTed } from '../normalise.js';

publicationSample(
  { normalise: normaliseTed, format: 'eforms-xml' },
  'ted_eforms/2024-OJS017-00047522.xml',
  'open tender in two lots, capacities asked of candidates',
  {
    source: 'ted',
    identifiant: '47522-2024',
    aliases: ['a638ab6b-7005-48a9-a9c7-b91bfc6142f1-01'],
    kind: 'initial',
    whole: true,
    cites: [],
    closes: false,
    lots_concernes: [],
    motif: null,
    date_publication: '2024-01-24',
    keys: {
      procedure_uuid: '240d1ad9-b2d8-45ec-bea9-d11e7a75b28e',
      joue: ['047522-2024'],
      boamp: [],
      consultations: [],
      reference_acheteur: '2024-FCS-0010',
    },
    content: {
      titre:
        'Prestations de collecte des colonnes de verre et de papier pour la Communauté de Communes du Piémont Cévenol et transport vers les centres de traitement',
      description:
        'Le présent marché porte sur la collecte des colonnes de verre et de papier pour la Communauté de Communes du Piémont Cévenol et leurs transports vers les centres de traitement.',
      budget: null,
      cpv: '90511100',
      // Written 12:00+02:00 in winter, as is the time at which it was sent: noon in Paris.
      date_limite: '2024-02-28T11:00:00Z',
      type_marche: 'Services',
      procedure: 'Procédure ouverte',
      acheteur: { nom: 'Communauté de Communes du Piémont Cévenol', siret: '20003441100013', departement: '30' },
      lien_source: 'https://ted.europa.eu/fr/notice/-/detail/47522-2024',
      nb_lots: 2,
      lots: [
        {
          numero: '1',
          description:
            'Collecte et transport des colonnes à verre\nLe présent lot porte sur la collecte et le transport des colonnes à verre pour la Communauté de Communes du Piémont Cévenol.',
          budget: null,
          cpv: '90511100',
        },
        {
          numero: '2',
          description:
            'Collecte et transport des colonnes à papier\nLe présent lot porte sur la collecte et le transport des colonnes à papier pour la Communauté de Communes du Piémont Cévenol.',
          budget: null,
          cpv: '90511400',
        },
      ],
      criteres: {
        selection: {
          lots: [
            {
              numero: '1',
              criteres: [
                {
                  type: 'autre',
                  nom: null,
                  description: prose(
                    'Une lettre de candidature faisant également office, conformé',
                    ' à l’ensemble des membres du groupement.',
                    698,
                  ),
                },
                {
                  type: 'economique',
                  nom: null,
                  description:
                    "Déclaration appropriée de banques ou preuve d'une assurance pour les risques professionnels (en cours de validité)",
                },
                {
                  type: 'technique',
                  nom: 'Liste des principales prestations effectuées au cours des trois dernières années, indiquant le montant, la date et le destinataire. Elles sont prouvées par des attestations du destinataire ou, à défaut, par une déclaration du candidat',
                  description: null,
                },
                {
                  type: 'economique',
                  nom: null,
                  description: prose(
                    "Déclaration concernant le chiffre d'affaires global et le ch",
                    'F1 du DC2 (dernière version) ou le DUME)',
                    293,
                  ),
                },
              ],
            },
            {
              numero: '2',
              criteres: [
                {
                  type: 'technique',
                  nom: null,
                  description:
                    'Liste des principales prestations effectuées au cours des trois dernières années, indiquant le montant, la date et le destinataire. Elles sont prouvées par des attestations du destinataire ou, à défaut, par une déclaration du candidat',
                },
                {
                  type: 'economique',
                  nom: null,
                  description:
                    "Déclaration appropriée de banques ou preuve d'une assurance pour les risques professionnels (en cours de validité)",
                },
                {
                  type: 'economique',
                  nom: null,
                  description: prose(
                    "Déclaration concernant le chiffre d'affaires global et le ch",
                    'F1 du DC2 (dernière version) ou le DUME)',
                    293,
                  ),
                },
                {
                  type: 'autre',
                  nom: null,
                  description: prose(
                    'Une lettre de candidature faisant également office, conformé',
                    ' à l’ensemble des membres du groupement.',
                    698,
                  ),
                },
              ],
            },
          ],
        },
        attribution: null,
      },
      duree_mois: null,
      lieu_execution: { departements: ['30'], code_nuts: 'FRJ12' },
      date_debut_prestation: null,
      forme_prix: null,
      url_profil_acheteur: 'https://www.achatpublic.com',
      renseignements_complementaires: prose(
        'Le dossier de consultation des entreprises est téléchargeabl',
        'es dans le Règlement de la Consultation.',
        741,
      ),
      capacites: {
        economique: prose(
          "Déclaration appropriée de banques ou preuve d'une assurance ",
          'F1 du DC2 (dernière version) ou le DUME)',
          408,
        ),
        technique:
          'Liste des principales prestations effectuées au cours des trois dernières années, indiquant le montant, la date et le destinataire. Elles sont prouvées par des attestations du destinataire ou, à défaut, par une déclaration du candidat',
        exercice: null,
      },
    },
    anomalies: [],
  },
);

import type { Publication } from '../../publication.js';
import { prose, sample } from '../testing/sample.js';

/** Number and description of each lot; none has a budget of its own and all share one CPV code. */
const LOTS: [numero: string, description: string][] = [
  [
    '101',
    "Fourniture de pièces détachées d'origine et de conception RENAULT TRUCKSMontant minimum annuel 5 000 euro TTCMontant maximum annuel 20 000 euro TTC",
  ],
  [
    '102',
    "Fourniture de pièces détachées d'origine et de conception UNIMOG/MULAGMontant minimum annuel 2 000 euro TTCMontant maximum annuel 10 000 euro TTC",
  ],
  [
    '103',
    "Fourniture de pièces détachées d'origine et de conception BUCHERMontant minimum annuel 10 000 euro TTCMontant maximum annuel 50 000 euro TTC",
  ],
  [
    '104',
    "Fourniture de pièces détachées d'origine et de conception SCARABMontant minimum annuel 4 000 euro TTCMontant maximum annuel 16 000 euro TTC",
  ],
  [
    '105',
    "Fourniture de pièces détachées d'origine et de conception MARRELMontant minimum annuel 1 000 (TTC)Montant maximum annuel 4 000 (TTC)",
  ],
  [
    '106',
    "Fourniture de pièces détachées d'origine et de conception LOHRMontant minimum annuel 1 000 TTCMontant maximum annuel 4 000 TTC",
  ],
  [
    '107',
    "Fourniture de pièces détachées d'origine et de conception MERCEDES Poids lourdsMontant minimum annuel 1 000 (TTC)Montant maximum annuel 15 000 (TTC)",
  ],
  [
    '108',
    'Fourniture de pièces et accessoires électriquesMontant minimum annuel 1 500 TTCMontant maximum annuel 10 000 TTC',
  ],
  ['109', 'Fourniture de batterie pour PLMontant minimum annuel 1 000 TTCMontant maximum annuel 6 000 TTC'],
  [
    '201',
    "Fourniture de pièces détachées d'origine et de conception CITROËNMontant minimum annuel 4 000 TTCMontant maximum annuel 20 000 TTC",
  ],
  [
    '202',
    "Fourniture de pièces détachées d'origine et de conception PEUGEOTMontant minimum annuel 4 000 TTCMontant maximum annuel 16 000 TTC",
  ],
  [
    '203',
    "Fourniture de pièces détachées d'origine et de conception RENAULTMontant minimum annuel 4 000 TTCMontant maximum annuel 20 000 TTC",
  ],
  [
    '204',
    "Fourniture de pièces détachées d'origine et de conception FIATMontant minimum annuel 4 000 TTCMontant maximum annuel 30 000 TTC",
  ],
  [
    '205',
    "Fourniture de pièces détachées d'origine et de conception MERCEDES VLMontant minimum 1 000 TTCMontant maximum 20 000 TTC",
  ],
  [
    '206',
    'Fourniture de pièces et accessoires électriques VLmontant minimum annuel 2 000 TTC montant maximum annuel 10 000 TTC',
  ],
  ['207', 'Fourniture de batteries pour VLMontant minimum annuel 2 000 TTCMontant maximum annuel 6 000 TTC'],
  [
    '208',
    "Fourniture de pièces détachées d'origine et de conception OPELMontant minimum annuel 2 000 TTCMontant maximum annuel 15 000 TTC",
  ],
  [
    '209',
    "Fourniture de pièces détachées d'origine et de conception GOUPIL INDUSTRIEMontant minimum annuel 1 000 TTCMontant maximum annuel 10 000 TTC",
  ],
  [
    '210',
    "Fourniture de pièces détachées d'origine et de conception BOSCHUNGMontant minimum annuel 1 000 TTCMontant maximum annuel 6 000 TTC",
  ],
  [
    '211',
    "Fourniture de pièces détachées d'origine et de conception SCHMIDTMontant minimum annuel 1 000 TTCMontant maximum annuel 20 000 TTC",
  ],
  [
    '212',
    "Fourniture de pièces détachées d'origine et de conception VICTORIA GIOTTIMontant minimum annuel 1 000 TTCMontant maximum annuel 7 000 TTC",
  ],
  ['301', 'Fourniture de pneumatiques spéciauxMontant minimum annuel 4 000 TTCMontant maximum annuel 12 000 TTC'],
  ['302', 'Fourniture de pneumatiques PLMontant minimum annuel 6 000 TTCMontant maximum annuel 18 000 TTC'],
  ['303', 'Fourniture de pneumatiques VLMontant minimum annuel 6 000 TTCMontant maximum annuel 20 000 TTC'],
  [
    '304',
    'Fourniture de produits nécessaires à la préparation et à la mise en peinture des carrosseriesMontant minimum annuel 3 000 TTCMontant maximum annuel 12 000 TTC',
  ],
  [
    '305',
    'Fourniture de balais pour différentes balayeusesMontant minimum annuel 4 000 TTCMontant maximum annuel 20 000 TTC',
  ],
  [
    '306',
    "Fourniture de pièces d'origine et de conception ACOMETISMontant minimum annuel 2 000 TTCMontant maximum annuel 10 000 TTC",
  ],
  [
    '307',
    "Fourniture de pièces d'origine et de conception FENWICKMontant minimum annuel 1 500 TTCMontant maximum annuel 6 000 TTC",
  ],
  [
    '308',
    "Fourniture de pièces d'origine et de conception CARRE GALOPINMontant minimum annuel 2 000 TTCMontant maximum annuel 6 000 TTC",
  ],
  [
    '309',
    'Fourniture de pièces spécifiques aux motorisations GNVMontant minimum annuel 2 000 TTCMontant maximum annuel 15 000 TTC',
  ],
  [
    '310',
    'Logos et signalisation routière pour véhiculesMontant minimum annuel 2 000 TTCMontant maximum annuel 8 000 TTC',
  ],
  ['311', 'Fourniture de graisses et lubrifiantsMontant minimum annuel 3 000 TTCMontant maximum annuel 15 000 TTC'],
  [
    '312',
    'Fourniture de pièces pour circuit hydrauliqueMontant minimum annuel 4 000 TTCMontant maximum annuel 16 000 TTC',
  ],
];

sample('boamp_api/15-27549.json', 'classic shape, 33 lots, a summer deadline with a winter offset', {
  source: 'boamp',
  identifiant: '15-27549',
  aliases: [],
  kind: 'initial',
  whole: true,
  cites: [],
  closes: false,
  lots_concernes: [],
  motif: null,
  date_publication: '2015-03-02',
  keys: { procedure_uuid: null, joue: [], boamp: [], consultations: [], reference_acheteur: null },
  content: {
    titre: 'Pièces détachées pour véhicules',
    description:
      'Fourniture de pièces détachées pour les véhicules et équipements de la Ville de Colmar dans le cadre de marchés à bons de commande',
    budget: null,
    cpv: '34300000',
    date_limite: '2015-04-13T10:00:00Z',
    type_marche: 'Fournitures',
    procedure: 'Procédure ouverte',
    acheteur: { nom: 'Ville de Colmar', siret: null, departement: '68' },
    lien_source: 'https://www.boamp.fr/pages/avis/?q=idweb:15-27549',
    nb_lots: 33,
    lots: LOTS.map(([numero, description]) => ({ numero, description, budget: null, cpv: '34300000' })),
    criteres: { selection: null, attribution: { dans_les_documents: true } },
    duree_mois: 12,
    lieu_execution: { departements: ['68'], code_nuts: 'FR422' },
    date_debut_prestation: '2015-07-01',
    forme_prix: null,
    url_profil_acheteur: 'http://www.achatpublic.com',
    renseignements_complementaires: prose(
      "Le dossier de consultation est téléchargeable à partir du lien 'marché",
      ".com). Date d'envoi du présent avis au JOUE et au BOAMP : 2 mars 2015.",
      533,
    ),
    capacites: {
      economique: "- chiffre d'affaires global réalisé au cours des trois derniers exercices disponibles",
      technique:
        '- liste des principaux contrats de fournitures similaires conclus au cours des trois dernières années, indiquant la date, le montant et le destinataire public ou privé',
      exercice: prose(
        'Chaque candidat produira les documents suivants :- Lettre de candidatu',
        'sement judiciaire, la copie du ou des jugements prononcés à cet effet.',
        302,
      ),
    },
  },
  anomalies: [],
} satisfies Publication);

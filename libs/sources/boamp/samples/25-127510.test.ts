import type { Publication } from '../../publication.js';
import { sample } from '../testing/sample.js';

sample('boamp_api_v1/25-127510.json', 'eForms cancellation of 25-123573: nature APPEL_OFFRE, etat ANNULATION', {
  source: 'boamp',
  identifiant: '25-127510',
  aliases: ['5d368d92-412d-4dc2-9a82-de3e4bb0dbd4-01'],
  kind: 'cancellation',
  whole: true,
  cites: ['25-123573'],
  closes: true,
  lots_concernes: [],
  motif: 'La présente consultation est déclarée sans suite et sera relancée prochainement',
  date_publication: '2025-11-19',
  keys: {
    procedure_uuid: '0df69801-9633-409b-8216-41d5900b694e',
    joue: [],
    boamp: [],
    consultations: ['e-marchespublics.com|1128300'],
    reference_acheteur: 'AOO - GEOMETRE',
  },
  content: {
    titre: 'Marché de prestation de géomètre',
    description:
      'Marché de prestation de géomètre. Accord cadre à bon de commande avec un maximum annuel de 92 000 euros HT. Marché passé pour un an à compter de sa notification. Renouvelable 3 fois une année',
    budget: 92000,
    cpv: '71351810',
    date_limite: '2025-12-15T11:00:00Z',
    type_marche: 'Services',
    procedure: 'Procédure ouverte',
    acheteur: { nom: 'COMMUNE DE SOISY-SOUS-MONTMORENCY', siret: '21950598900018', departement: '95' },
    lien_source: 'https://www.boamp.fr/pages/avis/?q=idweb:25-127510',
    nb_lots: 1,
    lots: [
      {
        numero: '1',
        description:
          'Marché de prestation de géomètre. Accord cadre à bon de commande avec un maximum annuel de 92 000 euros HT. Marché passé pour un an à compter de sa notification. Renouvelable 3 fois une année.',
        budget: 92000,
        cpv: '71351810',
      },
    ],
    criteres: {
      selection: null,
      attribution: {
        criteres: [
          { type: 'prix', nom: null, description: 'Prix des prestations', poids: 55, unite: '%' },
          { type: 'qualité', nom: null, description: "Valeur technique de l'offre", poids: 45, unite: '%' },
        ],
      },
    },
    duree_mois: 12,
    lieu_execution: { departements: ['95'], code_nuts: 'FR108' },
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: 'https://commune-soisysousmontmorency.e-marchespublics.com',
    renseignements_complementaires: null,
    capacites: { economique: null, technique: null, exercice: null },
  },
  anomalies: [],
} satisfies Publication);

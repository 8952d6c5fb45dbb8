import type { Publication } from '../../publication.js';
import { prose, sample } from '../testing/sample.js';

sample('boamp_api/26-86300.json', 'MAPA, two lots, no CPV nor SIRET in the format', {
  source: 'boamp',
  identifiant: '26-86300',
  aliases: [],
  kind: 'initial',
  whole: true,
  cites: [],
  closes: false,
  lots_concernes: [],
  motif: null,
  date_publication: '2026-09-04',
  keys: {
    procedure_uuid: null,
    joue: [],
    boamp: [],
    consultations: ['achatpublic.com|csl_2026_ez4burtqcs'],
    reference_acheteur: 'MAPA-GENERALFOY-2026',
  },
  content: {
    titre:
      "Les travaux objet du présent marché comprennent le remplacement de la couverture (toiture) et le ravalement des façades de la cour secondaire d'un immeuble situé 22 rue du Général Foy à Paris 7500...",
    description: prose(
      'Les travaux objet du présent marché comprennent le remplacement de la ',
      'détaillées dans le Cahier des Clauses\nTechniques Particulières (CCTP).',
      336,
    ),
    budget: null,
    cpv: null,
    date_limite: '2026-09-28T14:00:00Z',
    type_marche: 'Travaux',
    procedure: 'Procédure adaptée',
    acheteur: { nom: 'ESSET Property Management', siret: null, departement: '92' },
    lien_source: 'https://www.boamp.fr/pages/avis/?q=idweb:26-86300',
    nb_lots: 2,
    lots: [
      { numero: '1', description: 'Installation de chantier et couverture', budget: null, cpv: null },
      { numero: '2', description: 'Traitement de façade / peinture', budget: null, cpv: null },
    ],
    criteres: { selection: null, attribution: { dans_les_documents: true } },
    duree_mois: null,
    lieu_execution: null,
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: 'https://www.achatpublic.com/sdm/ent/gen/ent_detail.do?PCSLID=CSL_2026_eZ4BURtQCS',
    renseignements_complementaires: null,
    capacites: { economique: null, technique: null, exercice: null },
  },
  anomalies: [],
} satisfies Publication);

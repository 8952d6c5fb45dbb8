import type { Publication } from '../../publication.js';
import { prose, sample } from '../testing/sample.js';

sample('boamp_api/26-85502.json', 'eForms award of a framework agreement', {
  source: 'boamp',
  identifiant: '26-85502',
  aliases: ['9347bb11-a9a4-4197-8489-57255d017ee1-01'],
  kind: 'attribution',
  whole: true,
  cites: ['26-47188'],
  closes: true,
  lots_concernes: ['1'],
  motif: null,
  date_publication: '2026-09-04',
  keys: {
    procedure_uuid: '9cab770a-0ce4-476b-a480-b42ef4a02235',
    joue: [],
    boamp: [],
    consultations: [],
    reference_acheteur: '2026ESPACESVERT2',
  },
  content: {
    titre: 'Création et entretien des espaces verts',
    description: prose(
      "Le présent accord-cadre a pour objet la création et l'entretien des es",
      "riode d'un an sans que la durée totale du contrat n'excède quatre ans.",
      1475,
    ),
    budget: 3500000,
    cpv: '77310000',
    date_limite: null,
    type_marche: 'Services',
    procedure: 'Procédure ouverte',
    acheteur: { nom: 'Commune de Montfermeil', siret: '21930047200194', departement: '93' },
    lien_source: 'https://www.boamp.fr/pages/avis/?q=idweb:26-85502',
    nb_lots: 1,
    lots: [{ numero: '1', description: 'Création et entretien des espaces verts', budget: 3500000, cpv: '77310000' }],
    criteres: {
      selection: null,
      attribution: {
        criteres: [
          { type: 'qualité', nom: null, description: 'valeur technique', poids: 55, unite: 'points' },
          { type: 'prix', nom: null, description: 'Prix', poids: 40, unite: 'points' },
          {
            type: 'qualité',
            nom: null,
            description: "Performances en matière de protection de l'environnement",
            poids: 5,
            unite: 'points',
          },
        ],
      },
    },
    duree_mois: 48,
    lieu_execution: { departements: ['93'], code_nuts: 'FR106' },
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: null,
    renseignements_complementaires:
      'Le contrat est consultable au service de la Commande Publique - Villa Simon - 15 place Jean Mermoz 93370 Montfermeil. Tel : 01 00 00 00 00 -Mail : contact@example.invalid',
    capacites: { economique: null, technique: null, exercice: null },
  },
  anomalies: [],
} satisfies Publication);

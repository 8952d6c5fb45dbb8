import type { Declaration } from '../../declaration.js';
import { readRecord } from '../read-record.js';

/** A market of format 2019, whole and clean. */
export const MARKET_2019 = {
  id: '2018MC1804600',
  source: 'marches-publics.info',
  _type: 'Marché',
  acheteur: { id: '24201005600073', nom: "Communauté d'Agglomération du Pays Ajaccien" },
  nature: 'Accord-cadre',
  objet: 'Traitement des lixiviats issus de la décharge de Saint Antoine',
  codeCPV: '90513500',
  procedure: "Appel d'offres ouvert",
  lieuExecution: { code: '20000', typeCode: 'Code postal', nom: 'Ajaccio' },
  dureeMois: 48,
  dateNotification: '2018-01-20',
  datePublicationDonnees: '2019-01-16',
  montant: 120000.5,
  formePrix: 'Révisable',
  titulaires: [{ typeIdentifiant: 'SIRET', id: '42399908500057', denominationSociale: 'OVIVE' }],
  modifications: [],
};

/** A market of format 2022, whole and clean. */
export const MARKET_2022 = {
  id: '2023-014',
  acheteur: { id: '21590328700013' },
  nature: 'Marché',
  objet: 'Entretien des espaces verts',
  codeCPV: '77211500-7',
  procedure: 'Procédure adaptée',
  lieuExecution: { code: '59130', typeCode: 'Code postal' },
  dureeMois: 12,
  dateNotification: '2024-05-15',
  datePublicationDonnees: '2024-05-25',
  montant: 80000,
  formePrix: 'Forfaitaire',
  typesPrix: { typePrix: ['Définitif révisable'] },
  offresRecues: 4,
  sousTraitanceDeclaree: false,
  marcheInnovant: true,
  considerationsSociales: { considerationSociale: ['Clause sociale', 'Critère social'] },
  considerationsEnvironnementales: { considerationEnvironnementale: ['Pas de considération environnementale'] },
  titulaires: [{ titulaire: { typeIdentifiant: 'SIRET', id: '48242583200011' } }],
};

/** The declaration of a record that names a contract. */
export function declared(record: unknown): Declaration {
  const read = readRecord('decp_minef', record);
  if (!read.ok) throw new Error(`refused: ${read.reason}, ${read.detail}`);
  return read.declaration;
}

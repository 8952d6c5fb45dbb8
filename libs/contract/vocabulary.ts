/** Every closed list of values of the public contract. The values are the contract's own, exact. */

export const TYPES_MARCHE = ['Travaux', 'Services', 'Fournitures'] as const;
export type TypeMarche = (typeof TYPES_MARCHE)[number];

export const STATUTS = ['ouvert', 'clos', 'retire'] as const;
export type Statut = (typeof STATUTS)[number];

export const FILTRES_STATUT = ['ouvert', 'clos', 'tous'] as const;
export type FiltreStatut = (typeof FILTRES_STATUT)[number];

export const TRIS_AVIS = ['date_limite', 'publication'] as const;
export type TriAvis = (typeof TRIS_AVIS)[number];

export const TRIS_PRESTATAIRES = ['pertinence', 'contrats', 'montant'] as const;
export type TriPrestataires = (typeof TRIS_PRESTATAIRES)[number];

export const MOTIFS_RETRAIT = ['doublon', 'supprime', 'source_coupee'] as const;
export type MotifRetrait = (typeof MOTIFS_RETRAIT)[number];

export const FORMES_PRIX = ['ferme', 'revisable', 'ferme_actualisable', 'autre'] as const;
export type FormePrix = (typeof FORMES_PRIX)[number];

/** Provenance of a borrowed value, strongest first. */
export const ORIGINES = ['publié', 'jumeau', 'deduit'] as const;
export type Origine = (typeof ORIGINES)[number];
/** `source` of what the service itself attached: `origine` is then `deduit`. */
export const SERVICE_CODE = 'marches-publics';

/** Scopes of a key. */
export const PERIMETRES = [
  'avis:read',
  'opportunites:read',
  'prestataires:read',
  'acheteurs:read',
  'decp:read',
] as const;
export type Perimetre = (typeof PERIMETRES)[number];

export const USAGES_CLE = ['interne', 'rediffusion'] as const;
export type UsageCle = (typeof USAGES_CLE)[number];

/** The plan whose accounts may hold keys, and the others. */
export const PLANS = ['pro', 'gratuit'] as const;
export type Plan = (typeof PLANS)[number];

export const FAMILLES_QUOTA = ['general', 'decp'] as const;
export type FamilleQuota = (typeof FAMILLES_QUOTA)[number];

/** The ten fields of completeness, in the contract's order. */
export const CHAMPS_COMPLETUDE = [
  'description',
  'budget',
  'date_limite',
  'cpv',
  'acheteur.siret',
  'acheteur.departement',
  'type_marche',
  'procedure',
  'lien_source',
  'nb_lots',
] as const;
export type ChampCompletude = (typeof CHAMPS_COMPLETUDE)[number];

/** What the user of an account says of a notice of its feed; set in the application, read here. */
export const STATUTS_UTILISATEUR = [
  'new',
  'viewed',
  'saved',
  'applied',
  'ignored',
  'en_attente',
  'en_cours',
  'gagne',
  'perdu',
] as const;
export type StatutUtilisateur = (typeof STATUTS_UTILISATEUR)[number];

/** What the evaluation of a notice for an account may say. */
export const VERDICTS = ['oui', 'incertain', 'non'] as const;
export type ValeurVerdict = (typeof VERDICTS)[number];

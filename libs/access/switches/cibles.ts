/** The eight resources that the operator can cut one by one (contract, Caching, last paragraph). */
export const RESSOURCES = [
  'avis',
  'opportunites',
  'prestataires',
  'acheteurs',
  'attributions',
  'contrats',
  'departements',
  'moi',
] as const;
export type Ressource = (typeof RESSOURCES)[number];

/** What can be cut: one resource, or `api` for all of it. */
export const CIBLES = ['api', ...RESSOURCES] as const;
export type Cible = (typeof CIBLES)[number];

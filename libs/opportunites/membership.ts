import type { StatutUtilisateur } from '#contract/vocabulary';

/** Statuses by which a user holds on to a notice: it then stays in the feed once closed, while it is served. */
export const STATUTS_GARDES: readonly StatutUtilisateur[] = [
  'saved',
  'applied',
  'en_attente',
  'en_cours',
  'gagne',
  'perdu',
];

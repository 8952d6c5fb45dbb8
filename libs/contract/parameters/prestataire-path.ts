import { SlugParameter } from './slug.js';

/** Path of GET /prestataires/{slug}. */
export class PrestatairePath {
  @SlugParameter(
    'Identifiant de la fiche : celui de l’adresse de la page publique, donné par GET /prestataires. Un ancien identifiant de la même entreprise répond toujours.',
  )
  slug!: string;
}

import { UuidParameter } from './uuid.js';

/** Path of GET /avis/{id}. */
export class AvisPath {
  @UuidParameter('Identifiant de l’avis, donné par GET /avis ou GET /opportunites.')
  id!: string;
}

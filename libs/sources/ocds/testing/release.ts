import type { AvisContent } from '#contract/avis';
import type { Normalised, Publication } from '../../publication.js';
import { normaliseOcdsRelease } from '../normalise.js';

/** What the normaliser makes of a release, given as an object or as JSON. */
export function normalised(release: unknown): Normalised {
  const body = Buffer.from(typeof release === 'string' ? release : JSON.stringify(release));
  return normaliseOcdsRelease({ source: 'klekoon', identifiant: 'listed', format: 'ocds-release', body });
}

/** The publication that a release makes; throws with the reason of a rejection. */
export function publicationOf(release: unknown): Publication {
  const result = normalised(release);
  if (!result.ok) throw new Error(`${result.rejection.reason}: ${result.rejection.detail}`);
  return result.publication;
}

/** A content that says nothing, with some fields set: expectations state every field through it. */
export function content(told: Partial<AvisContent>): AvisContent {
  return {
    titre: null,
    description: null,
    budget: null,
    cpv: null,
    date_limite: null,
    type_marche: null,
    procedure: null,
    acheteur: { nom: null, siret: null, departement: null },
    lien_source: null,
    nb_lots: null,
    lots: [],
    criteres: null,
    duree_mois: null,
    lieu_execution: null,
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: null,
    renseignements_complementaires: null,
    capacites: { economique: null, technique: null, exercice: null },
    ...told,
  };
}

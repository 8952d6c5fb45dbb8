import { DEPTH_MAX } from '../limits.js';
import { STATUTS_UTILISATEUR, VERDICTS } from '../vocabulary.js';
import { listFields, VERSION } from './avis-schemas.js';
import { instantOrNull, integer, list, object, ref, text, textOrNull, withOptional, type Schema } from './schema.js';

const points = (max: number) => integer(`Points, sur ${max}.`, { minimum: 0, maximum: max });

/** The feed of an account. */
export const OPPORTUNITES_SCHEMAS: Record<string, Schema> = {
  Score: integer('Pertinence pour le profil du compte, de 0 à 100.', { minimum: 0, maximum: 100 }),
  Raisons: withOptional(object('Ce qui fait le score ; un critère absent n’y est pour rien.', {}), {
    metier: withOptional(object('Métier : CPV et mots-clés du profil.', { points: points(50) }), {
      cpv: text('Préfixe CPV du profil qui convient.'),
      mots: list('Mots-clés du profil trouvés.', { type: 'string' }),
    }),
    distance: object('Distance aux départements du profil.', {
      points: points(25),
      km: { type: ['number', 'null'], description: 'Kilomètres entre centres de départements ; nul si inconnue.' },
    }),
    budget: object('Budget dans la fourchette du profil.', { points: points(15) }),
    mode: object('Type de marché et procédure préférés.', { points: points(10) }),
  }),
  Opportunite: object('Avis classé pour le compte de la clé.', {
    ...listFields,
    version: VERSION,
    score: ref('Score'),
    raisons: ref('Raisons'),
    verdict: {
      ...object(
        'Résultat brut de l’évaluation automatique par deux modèles ; nul si jamais évalué. Un avis rejeté par un seul modèle peut porter `non` et être servi par défaut.',
        {
          valeur: text('Valeur.', { enum: VERDICTS }),
          raison: textOrNull(
            'Raison du modèle qui rejette (le grand d’abord), sinon celle de l’évaluation, sinon nulle.',
          ),
        },
      ),
      type: ['object', 'null'],
    },
    statut_utilisateur: text('Statut donné par l’utilisateur dans l’application.', { enum: STATUTS_UTILISATEUR }),
    vu_le: instantOrNull('Première consultation par l’utilisateur ; nulle s’il ne l’a pas vu.'),
  }),
  MetaOpportunites: object('Page du flux.', {
    page: integer('Numéro de la page.'),
    per_page: integer('Avis par page.'),
    total: integer(
      `Résultats, ${DEPTH_MAX} au plus ; peut dépasser le nombre d’avis donnés quand une source n’est plus servie.`,
    ),
    total_exact: { type: 'boolean', description: 'Faux quand il y a plus de résultats que `total`.' },
  }),
  ListeOpportunites: object('Page d’opportunités.', {
    data: list('Avis, le meilleur score d’abord.', ref('Opportunite')),
    meta: ref('MetaOpportunites'),
  }),
};

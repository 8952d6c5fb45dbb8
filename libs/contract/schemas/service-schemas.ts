import { ERROR_STATUS } from '../errors.js';
import { PERIMETRES, PLANS, USAGES_CLE } from '../vocabulary.js';
import { instantOrNull, integer, list, object, text, type Schema } from './schema.js';

const quota = (of: string) =>
  object(of, {
    limite: integer('Enregistrements par jour.', { minimum: 0 }),
    consomme: integer('Comptés aujourd’hui, réserves en cours comprises.', { minimum: 0 }),
    restant: integer('Restants aujourd’hui.', { minimum: 0 }),
  });

/** Errors, the caller's account, health. */
export const SERVICE_SCHEMAS: Record<string, Schema> = {
  Erreur: object('Corps de toute erreur. Testez `error.code`, pas le message.', {
    error: object('Erreur.', {
      code: text('Code.', { enum: Object.keys(ERROR_STATUS) }),
      message: text('Message en français.'),
    }),
  }),
  ReponseMoi: object('Le compte et la clé.', {
    data: object('Compte et clé.', {
      compte: object('Compte.', {
        id: text('Identifiant.', { format: 'uuid' }),
        nom: text('Nom.'),
        plan: text('Plan.', { enum: PLANS }),
      }),
      cle: object('Clé employée.', {
        id: text('Identifiant.', { format: 'uuid' }),
        prefixe: text('Début de la clé, pour la reconnaître.'),
        usage: text('`rediffusion` ne voit que les sources rediffusables.', { enum: USAGES_CLE }),
        perimetres: list('Périmètres.', { type: 'string', enum: PERIMETRES }),
        creee_le: text('Création.', { format: 'date-time' }),
        expire_le: instantOrNull('Expiration ; nulle quand la clé n’expire pas.'),
      }),
      quota: object('Quota du jour, partagé par toutes les clés du compte.', {
        general: quota('Avis, opportunités, prestataires, acheteurs.'),
        decp: quota('Contrats et attributions.'),
        renouvellement: text('Prochain minuit UTC.', { format: 'date-time' }),
      }),
      limites: object('Limites de la clé.', {
        requetes_par_minute: integer('Requêtes par minute.'),
        requetes_simultanees: integer('Requêtes simultanées.'),
      }),
    }),
  }),
  Sante: object('État de l’API.', {
    statut: text('Toujours `ok` quand l’API répond 200.', { const: 'ok' }),
    base: text('Base de données.', { const: 'ok' }),
    file: text('File des travaux.', { enum: ['ok', 'indisponible'] }),
    limites: text('Limites par minute : `degradees` quand elles ne sont plus communes à toutes les instances.', {
      enum: ['ok', 'degradees'],
    }),
    derniere_projection: instantOrNull('Dernière mise à jour des avis servis.'),
    version_api: text('Version du contrat.'),
  }),
  DocumentOpenapi: { type: 'object', description: 'Document OpenAPI 3.1.' },
};

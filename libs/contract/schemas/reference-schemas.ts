import { DEPARTEMENTS } from '../departements.js';
import { dayOrNull, instantOrNull, integer, integerOrNull, list, object, text, type Schema } from './schema.js';

const metaTotal = object('Meta.', { total: integer('Nombre d’éléments.') });

/** Departments and sources. */
export const REFERENCE_SCHEMAS: Record<string, Schema> = {
  ListeDepartements: object('Départements, triés par code.', {
    data: list(
      `Les ${DEPARTEMENTS.length} départements.`,
      object('Département.', {
        code: text('Code.', { enum: DEPARTEMENTS.map((departement) => departement.code) }),
        nom: text('Nom.'),
        avis_ouverts: integer('Avis ouverts ; 0 quand il n’y en a pas.', { minimum: 0 }),
      }),
    ),
    meta: metaTotal,
  }),
  ListeSources: object('Registre des sources.', {
    data: list(
      'Les sources, de la plus officielle à la moins.',
      object('Source.', {
        code: text('Code, à donner dans `source`.'),
        nom: text('Nom.'),
        type: text('Nature.', { enum: ['officielle', 'plateforme', 'agrégateur'] }),
        licence: text('Licence.'),
        mention: text('Mention à afficher.'),
        url: text('Site.', { format: 'uri' }),
        etat: text('`coupee` : n’est plus servie.', { enum: ['active', 'coupee'] }),
        completude_moyenne: {
          type: ['number', 'null'],
          description: 'Complétude moyenne de ce que la source publie elle-même ; nulle tant qu’elle n’a rien publié.',
        },
        avis_ouverts: integer('Avis ouverts.', { minimum: 0 }),
        derniere_publication: dayOrNull('Publication la plus récente.'),
        derniere_collecte: instantOrNull('Dernière collecte réussie.'),
        retard_minutes: integerOrNull('Retard de la collecte sur son rythme ; nul quand elle est à l’heure.'),
        rediffusion: { type: 'boolean', description: 'Visible par les clés d’usage `rediffusion`.' },
      }),
    ),
    meta: metaTotal,
  }),
};

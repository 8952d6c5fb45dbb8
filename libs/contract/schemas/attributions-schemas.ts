import { dayOrNull, eurosOrNull, list, object, ref, text, textOrNull, type Schema } from './schema.js';

/** Award notices. */
export const ATTRIBUTIONS_SCHEMAS: Record<string, Schema> = {
  Attribution: object(
    'Avis d’attribution : ni titulaire, ni montant attribué, ni date d’attribution, que donnent les contrats.',
    {
      id: text('Identifiant de l’avis d’attribution.', { format: 'uuid' }),
      source: text('Code de la source qui l’a publié.'),
      titre: textOrNull('Titre.'),
      budget: eurosOrNull('Budget de l’avis, et non montant attribué'),
      date_publication: dayOrNull('Date de publication.'),
      cpv: textOrNull('Code CPV : 8 chiffres, sans clé de contrôle.', { pattern: '^\\d{8}$' }),
      acheteur: object('Acheteur.', {
        nom: textOrNull('Nom.'),
        siret: textOrNull('SIRET ; nul quand l’avis n’en porte pas.', { pattern: '^\\d{14}$' }),
        departement: textOrNull('Code de département.'),
      }),
      lien_source: textOrNull('Adresse de l’avis d’origine.'),
      licence: text('Licence de la source.'),
      mention: text('Mention à afficher.'),
    },
  ),
  ListeAttributions: object('Page d’avis d’attribution.', {
    data: list('Avis d’attribution.', ref('Attribution')),
    meta: ref('MetaListe'),
  }),
};

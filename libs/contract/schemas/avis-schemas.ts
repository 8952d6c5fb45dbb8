import { LIST_DESCRIPTION_MAX } from '../limits.js';
import { CHAMPS_COMPLETUDE, FORMES_PRIX, MOTIFS_RETRAIT, ORIGINES, TYPES_MARCHE } from '../vocabulary.js';
import {
  choiceOrNull,
  dayOrNull,
  eurosOrNull,
  instantOrNull,
  integer,
  integerOrNull,
  list,
  object,
  ref,
  text,
  textOrNull,
  withOptional,
  type Schema,
} from './schema.js';

const UUID = { format: 'uuid' };
export const VERSION = text(
  'Horodatage à la microseconde, en UTC : avance à chaque changement d’un champ servi. À comparer comme un texte.',
  {
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{6}Z$',
  },
);
const CPV = { pattern: '^\\d{8}$' };

const emprunt = object('D’où vient une valeur empruntée.', {
  origine: text(
    '`publié` : une autre publication officielle du même avis ; `jumeau` : un doublon reconnu ; `deduit` : rattaché par le service.',
    {
      enum: ORIGINES,
    },
  ),
  source: text('Code de la source de la valeur ; `marches-publics` quand elle est déduite.'),
});

export const listFields = {
  id: text('Identifiant de l’avis : la clé des copies locales.', UUID),
  source: text('Code de la source qui l’a publié.'),
  licence: text('Licence de la source.'),
  mention: text('Mention à afficher.'),
  lien_source: textOrNull('Adresse de l’avis d’origine.'),
  statut: text('`ouvert` ou `clos`.', { enum: ['ouvert', 'clos'] }),
  titre: textOrNull('Titre.'),
  budget: eurosOrNull('Budget'),
  cpv: textOrNull('Code CPV : 8 chiffres, sans clé de contrôle.', CPV),
  date_limite: instantOrNull(
    'Date limite de réponse, en UTC. Une source qui ne donne que le jour : la fin de ce jour à Paris.',
  ),
  date_publication: dayOrNull('Date de publication.'),
  type_marche: choiceOrNull('Type de marché.', TYPES_MARCHE),
  procedure: textOrNull('Procédure, en français.'),
  description: textOrNull('Texte.'),
  acheteur: object('Acheteur.', {
    nom: textOrNull('Nom.'),
    siret: textOrNull('SIRET ; nul quand l’avis n’en porte pas.', { pattern: '^\\d{14}$' }),
    departement: textOrNull('Code de département.'),
  }),
  nb_lots: integerOrNull('Nombre de lots déclarés ; nul quand il est inconnu.'),
  completude: integer('Complétude : 100 moins 10 par champ manquant parmi dix.', { minimum: 0, maximum: 100 }),
  completude_version: integer('Version de la règle de complétude.'),
  champs_manquants: list('Champs manquants parmi les dix.', { type: 'string', enum: CHAMPS_COMPLETUDE }),
  publie_aussi_sur: list(
    'Où le même avis est publié aussi.',
    object('Autre publication.', {
      source: text('Code de la source.'),
      nom: text('Nom de la source.'),
      lien: textOrNull('Adresse.'),
      date_publication: dayOrNull('Date de publication.'),
    }),
  ),
  origines: {
    type: 'object',
    description: 'Provenance des valeurs empruntées ; vide quand rien ne l’est. Reprend la structure de l’avis.',
    properties: {
      budget: emprunt,
      description: emprunt,
      acheteur: { type: 'object', properties: { siret: emprunt } },
    },
  },
  liens: object('Liens.', {
    acheteur: textOrNull('Page publique de l’acheteur ; gardez `src=api` ; nulle sans SIRET de 14 chiffres.'),
  }),
} as const;

const detailFields = {
  lots: list(
    'Lots, par numéro ; liste vide quand aucun n’est déclaré.',
    object('Lot.', {
      numero: text('Numéro.'),
      description: textOrNull('Texte.'),
      budget: eurosOrNull('Budget du lot'),
      cpv: textOrNull('Code CPV.', CPV),
    }),
  ),
  criteres: {
    type: ['object', 'null'],
    description: 'Critères, tels que publiés.',
    required: ['selection', 'attribution'],
    properties: {
      selection: { type: ['object', 'null'], description: 'Critères de sélection des candidats.' },
      attribution: { type: ['object', 'null'], description: 'Critères d’attribution et leurs poids.' },
    },
  },
  duree_mois: { type: ['number', 'null'], description: 'Durée en mois.' },
  lieu_execution: {
    type: ['object', 'null'],
    description: 'Lieu d’exécution déclaré.',
    required: ['departements', 'code_nuts'],
    properties: {
      departements: list('Codes des départements d’exécution.', { type: 'string' }),
      code_nuts: textOrNull('Code NUTS.'),
    },
  },
  date_debut_prestation: dayOrNull('Début de la prestation.'),
  forme_prix: choiceOrNull('Forme du prix.', FORMES_PRIX),
  url_profil_acheteur: textOrNull('Adresse http(s) du profil d’acheteur.'),
  renseignements_complementaires: textOrNull('Renseignements complémentaires.'),
  capacites: object('Capacités demandées aux candidats.', {
    economique: textOrNull('Économique et financière.'),
    technique: textOrNull('Technique.'),
    exercice: textOrNull('Exercice de la profession.'),
  }),
} as const;

/** The notice and its lists. */
export const AVIS_SCHEMAS: Record<string, Schema> = {
  Avis: object('Avis dans une liste.', {
    ...listFields,
    description: textOrNull(
      `Texte, ${LIST_DESCRIPTION_MAX} caractères au plus, coupé à un mot et fini par « … » ; entier dans GET /avis/{id}.`,
    ),
    version: VERSION,
  }),
  AvisDetail: withOptional(object('Avis en entier.', { ...listFields, ...detailFields, version: VERSION }), {
    score: ref('Score'),
    raisons: ref('Raisons'),
  }),
  AvisRetire: object(
    'Avis qui n’est plus servi.',
    {
      id: text('Identifiant de l’avis.', UUID),
      statut: text('Toujours `retire`.', { const: 'retire' }),
      motif_retrait: text('Pourquoi.', { enum: MOTIFS_RETRAIT }),
      canonique_id: textOrNull('Pour `doublon` : l’avis qui le remplace.', UUID),
      version: VERSION,
    },
    { additionalProperties: false },
  ),
  MetaPage: object('Mode page.', {
    page: integer('Numéro de la page.'),
    per_page: integer('Avis par page.'),
    total: integer('Résultats, 1000 au plus.'),
    total_exact: { type: 'boolean', description: 'Faux quand il y a plus de résultats que `total`.' },
  }),
  MetaCurseur: object('Mode curseur.', {
    per_page: integer('Avis par page.'),
    curseur_suivant: textOrNull('À passer dans `curseur` ; nul sur la dernière page.'),
    total: integerOrNull('Sur la première page seulement.'),
    synchronise_jusqu_a: resumeFrom(),
  }),
  ListeAvis: object('Page d’avis.', {
    data: list('Avis ; formes retirées seulement avec `updated_since`.', { anyOf: [ref('Avis'), ref('AvisRetire')] }),
    meta: { anyOf: [ref('MetaPage'), ref('MetaCurseur')] },
  }),
  ReponseAvis: object('Un avis.', { data: { anyOf: [ref('AvisDetail'), ref('AvisRetire')] } }),
};

function resumeFrom(): Schema {
  return {
    ...VERSION,
    description: 'À passer plus tard dans `updated_since` ; lisez-le sur la dernière page, même vide.',
  };
}

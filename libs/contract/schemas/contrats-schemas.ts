import { TAILLES, TYPES_PRESTATAIRE } from '../contrats.js';
import { DEPTH_MAX } from '../limits.js';
import { FORMES_PRIX } from '../vocabulary.js';
import {
  choiceOrNull,
  dayOrNull,
  eurosOrNull,
  integer,
  integerOrNull,
  list,
  object,
  ref,
  text,
  textOrNull,
  type Schema,
} from './schema.js';

const SIRET = { pattern: '^\\d{14}$' };
const CPV = { pattern: '^\\d{8}$' };
const yesNo = (description: string): Schema => ({ type: 'boolean', description });
const yesNoOrNull = (description: string): Schema => ({ type: ['boolean', 'null'], description });
const listOrNull = (description: string): Schema => ({
  type: ['array', 'null'],
  description,
  items: { type: 'string' },
});

const holderFields = {
  siret: textOrNull('SIRET ; nul quand il est inconnu ou non diffusible.', SIRET),
  nom: textOrNull('Nom ; nul quand il est inconnu ou non diffusible.'),
  departement: textOrNull('Code de département.'),
  categorie: choiceOrNull('Taille de l’entreprise.', TAILLES),
};

const contrat = object('Contrat. Une valeur que le contrat ne donne pas est nulle.', {
  uid: text('Identifiant du contrat, stable.'),
  objet: textOrNull('Objet.'),
  acheteur: object('Acheteur.', {
    siret: textOrNull('SIRET.', SIRET),
    nom: textOrNull('Nom.'),
    departement: textOrNull('Code de département.'),
  }),
  titulaire: {
    ...object('Premier titulaire, dans l’ordre du registre ; nul quand le contrat n’en donne aucun.', holderFields),
    type: ['object', 'null'],
  },
  cotitulaires: list(
    'Les autres titulaires, dans l’ordre du registre.',
    object('Cotitulaire.', {
      ...holderFields,
      non_diffusible: yesNo('Le cotitulaire ne peut pas être nommé.'),
    }),
  ),
  non_diffusible: yesNo('`titulaire` ne peut pas être nommé (protection des données personnelles).'),
  montant: eurosOrNull('Montant, hors taxes ; souvent un maximum'),
  cpv: textOrNull('Code CPV : 8 chiffres, sans clé de contrôle.', CPV),
  nature: textOrNull('Nature.'),
  procedure: textOrNull('Procédure.'),
  date_notification: dayOrNull('Date de notification ; de signature pour une concession.'),
  duree_mois: { type: ['number', 'null'], description: 'Durée en mois.' },
  fin_estimee: {
    ...object('Fin calculée : `date_notification` plus `duree_mois` ; nulle sans durée.', {
      date: text('Date.', { format: 'date' }),
      estimation: { type: 'boolean', description: 'Toujours vrai.', const: true },
    }),
    type: ['object', 'null'],
  },
  lieu_execution: {
    ...object('Lieu d’exécution.', {
      code: textOrNull('Code, tel que publié.'),
      type_code: textOrNull('Nature du code.'),
      nom: textOrNull('Nom.'),
      departement: textOrNull('Code de département.'),
    }),
    type: ['object', 'null'],
  },
  offres_recues: integerOrNull('Nombre d’offres reçues.'),
  forme_prix: choiceOrNull('Forme du prix.', FORMES_PRIX),
  sous_traitance_declaree: yesNoOrNull('Une sous-traitance est déclarée.'),
  considerations: object('Considérations ; liste vide : aucune ; nulle : non renseigné.', {
    sociales: listOrNull('Sociales.'),
    environnementales: listOrNull('Environnementales.'),
  }),
  marche_innovant: yesNoOrNull('Marché innovant.'),
});

const prestataireFields = {
  siret: textOrNull('SIRET de l’établissement le plus actif.', SIRET),
  slug: text('Identifiant de la fiche, à donner à GET /prestataires/{slug}.'),
  nb_etablissements: integerOrNull('Établissements de l’entreprise.'),
  departement: textOrNull('Département où l’entreprise a le plus de contrats.'),
  taille: choiceOrNull('Taille ; nulle quand elle est inconnue.', TAILLES),
  montant_median: eurosOrNull('Montant médian des contrats'),
  cpv_principal: textOrNull('Code CPV le plus fréquent.', CPV),
  liens: object('Liens.', { fiche: text('Page publique ; gardez `src=api`.', { format: 'uri' }) }),
};

const partenaire = (description: string) =>
  object(description, {
    siret: textOrNull('SIRET.', SIRET),
    nom: textOrNull('Nom.'),
    nombre_contrats: integer('Nombre de contrats.', { minimum: 0 }),
    montant_total: eurosOrNull('Total des montants connus'),
  });

const derniersMarches = list('Les 20 derniers au plus, le plus récent d’abord.', ref('Contrat'));
const contratsAEcheance = list(
  'Contrats dont la fin estimée est dans les 12 mois : 50 au plus, le plus proche d’abord.',
  ref('Contrat'),
);

const periode = {
  premiere_notification: dayOrNull('Première notification.'),
  derniere_notification: dayOrNull('Dernière notification.'),
};

/** Contracts, contractors and buyers. */
export const CONTRATS_SCHEMAS: Record<string, Schema> = {
  Contrat: contrat,
  MetaListe: object('Liste par date.', {
    limite: integer('Éléments par page.'),
    curseur_suivant: textOrNull('À passer dans `curseur` ; nul sur la dernière page.'),
    total: integerOrNull(
      'Exact, sur la première page seulement ; pour les contrats, seulement avec un filtre d’acheteur ou de titulaire.',
    ),
  }),
  ListeContrats: object('Page de contrats.', { data: list('Contrats.', ref('Contrat')), meta: ref('MetaListe') }),
  Prestataire: object('Prestataire dans une liste.', prestataireFields),
  PrestataireDetail: object('Fiche d’un prestataire.', {
    ...prestataireFields,
    nom: textOrNull('Nom.'),
    siren: text('SIREN.', { pattern: '^\\d{9}$' }),
    type: text('`revendiquee` : entreprise inscrite au service ; `decp` : connue par les données essentielles.', {
      enum: TYPES_PRESTATAIRE,
    }),
    categorie_juridique: textOrNull('Catégorie juridique.'),
    adresse: object('Adresse de l’établissement le plus actif.', {
      commune: textOrNull('Commune.'),
      code_postal: textOrNull('Code postal.'),
      departement: textOrNull('Code de département.'),
    }),
    statistiques: {
      ...object('Statistiques ; nulles sans SIRET.', {
        nombre_contrats: integer('Nombre de contrats.', { minimum: 0 }),
        montant_total: eurosOrNull('Total des montants connus'),
        montant_median: eurosOrNull('Montant médian'),
        montant_12m: eurosOrNull('Total des montants notifiés dans les 12 derniers mois'),
        croissance_12m: {
          type: ['number', 'null'],
          description: 'Évolution du montant sur 12 mois, en pour cent ; nulle quand elle ne se calcule pas.',
        },
        ...periode,
      }),
      type: ['object', 'null'],
    },
    derniers_marches: derniersMarches,
    principaux_acheteurs: list('Les 10 principaux au plus.', partenaire('Acheteur.')),
    contrats_a_echeance: contratsAEcheance,
  }),
  MetaPrestataires: object('Page d’une recherche.', {
    page: integer('Numéro de la page.'),
    per_page: integer('Prestataires par page.'),
    total: integer(`Résultats, ${DEPTH_MAX} au plus.`),
    total_exact: yesNo('Faux quand il y a plus de résultats que `total`.'),
  }),
  ListePrestataires: object('Page de prestataires.', {
    data: list('Prestataires.', ref('Prestataire')),
    meta: ref('MetaPrestataires'),
  }),
  ReponsePrestataire: object('Un prestataire.', { data: ref('PrestataireDetail') }),
  Acheteur: object('Fiche d’un acheteur.', {
    siret: text('SIRET.', SIRET),
    siren: text('SIREN.', { pattern: '^\\d{9}$' }),
    nom: textOrNull('Nom.'),
    departement: textOrNull('Code de département.'),
    categorie: textOrNull('Catégorie.'),
    avis_ouverts: integer('Avis ouverts que la clé peut voir.', { minimum: 0 }),
    contrats: object('Ses contrats.', {
      nombre: integer('Nombre de contrats.', { minimum: 0 }),
      montant_total: eurosOrNull('Total des montants connus'),
      montant_median: eurosOrNull('Montant médian'),
      ...periode,
    }),
    cpv_principaux: list(
      'Les 5 codes les plus fréquents au plus.',
      object('Code CPV.', { cpv: text('Code.', CPV), nombre: integer('Nombre de contrats.', { minimum: 0 }) }),
    ),
    principaux_titulaires: list('Les 10 principaux au plus.', partenaire('Titulaire.')),
    derniers_marches: derniersMarches,
    contrats_a_echeance: contratsAEcheance,
    liens: object('Liens.', {
      fiche: text('Page publique ; gardez `src=api`.', { format: 'uri' }),
      avis: text('Ses avis.', { format: 'uri' }),
    }),
  }),
  ReponseAcheteur: object('Un acheteur.', { data: ref('Acheteur') }),
};

/** French labels of the eForms code lists (Publications Office, CC BY 4.0), completed to stand alone. */

/** Code list procurement-procedure-type. */
export const PROCEDURES: Readonly<Record<string, string>> = {
  open: 'Procédure ouverte',
  restricted: 'Procédure restreinte',
  'neg-w-call':
    'Procédure négociée avec publication préalable d’un appel à la concurrence / concurrentielle avec négociation',
  'neg-wo-call': 'Procédure négociée sans mise en concurrence préalable',
  'comp-dial': 'Dialogue compétitif',
  'comp-tend': 'Mise en concurrence [article 5, paragraphe 3, du règlement (CE) nº 1370/2007]',
  'exp-int-rail':
    'Appel à manifestation d’intérêt pour le transport par chemin de fer [article 5, paragraphe 3 ter, du règlement (CE) nº 1370/2007]',
  innovation: 'Partenariat d’innovation',
  'oth-mult': 'Autre procédure en plusieurs étapes',
  'oth-single': 'Autre procédure en une seule étape',
};

/** Code list change-corrig-justification. */
export const CHANGE_REASONS: Readonly<Record<string, string>> = {
  cancel: 'Avis annulé',
  'cancel-intent': 'Intention d’annuler',
  'cor-buy': 'Correction par l’acheteur',
  'cor-esen': 'Correction par l’eSender',
  'cor-pub': 'Correction par l’éditeur',
  'info-release': 'Informations désormais disponibles',
  'susp-review': 'Procédure suspendue à la suite d’une plainte, d’un recours ou de tout autre réexamen',
  'update-add': 'Mise à jour d’informations',
};

/** Code list award-criterion-type. */
export const AWARD_CRITERIA: Readonly<Record<string, string>> = { cost: 'coût', price: 'prix', quality: 'qualité' };

/** Code lists number-weight and number-fixed: what the number beside a criterion counts. */
export const WEIGHT_UNITS: Readonly<Record<string, string>> = {
  'per-exa': '%',
  'per-mid': '%',
  'poi-exa': 'points',
  'poi-mid': 'points',
  'dec-exa': 'coefficient',
  'dec-mid': 'coefficient',
  'ord-imp': 'ordre d’importance',
  'fix-tot': 'montant total fixe',
  'fix-unit': 'montant unitaire fixe',
};

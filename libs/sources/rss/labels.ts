/** What the labels of descriptions announce. */
export type Label =
  | 'acheteur'
  | 'siret'
  | 'code_postal'
  | 'reference'
  | 'objet'
  | 'lots'
  | 'publie'
  | 'limite'
  | 'heure_limite'
  | 'procedure'
  | 'type_marche'
  | 'departement'
  | 'departement_acheteur'
  | 'lieu'
  | 'cpv'
  | 'budget'
  | 'duree'
  | 'avis'
  | 'complement';

/** On labels without accents, in lower case, without « n° », brackets and dots; the first that matches. */
const LABELS: readonly (readonly [Label, RegExp])[] = [
  ['siret', /^siret\b/],
  ['code_postal', /^(?:code postal|cp)$/],
  ['departement_acheteur', /^departement (?:de l |d )?(?:acheteur|organisme)$/],
  [
    'acheteur',
    /^(?:(?:nom (?:de l )?)?(?:organisme|acheteur)(?: public| acheteur)?|pouvoir adjudicateur|entite (?:adjudicatrice|publique|acheteuse)|collectivite|maitre d ouvrage)$/,
  ],
  [
    'reference',
    /^(?:ref|reference|numero|identifiant interne)(?: (?:de )?(?:la |du )?(?:consultation|marche|dossier|acheteur|interne))?$/,
  ],
  ['objet', /^(?:objet|intitule|description|descriptif)(?: (?:de )?(?:la |du )?(?:consultation|marche|contrat))?$/],
  ['lots', /^(?:(?:nombre|nb) (?:de )?)?lots?$|^allotissement$/],
  ['publie', /^(?:publiee? le|(?:date de )?(?:publication|parution)|(?:date de )?mise? en ligne(?: le)?)$/],
  [
    'limite',
    /^(?:dates?(?: et heures?)? limites?(?: (?:de |du |d )?(?:reponse|remise|reception|depot|candidature).*)?|limite de (?:reponse|remise|reception|depot).*|(?:date(?: et heure)? de )?(?:cloture|remise des (?:plis|offres|candidatures))|dlro|dlrp|echeance)$/,
  ],
  ['heure_limite', /^heure(?: limite.*)?$/],
  ['procedure', /^(?:procedure|type de procedure|mode de passation|procedure de passation)$/],
  ['type_marche', /^(?:type|nature|categorie)(?: (?:de |du |des |d )?(?:marche|prestation|achat)s?| principale)?$/],
  ['departement', /^(?:departements?|dep|dept)(?: (?:d )?execution)?$/],
  ['lieu', /^lieux?(?: (?:d |de |des )?(?:execution|livraison|prestations?|travaux).*)?$/],
  ['cpv', /^(?:codes? |classification |nomenclature )?cpv(?: principal)?$/],
  [
    'budget',
    /^(?:estimation|montant(?: estime)?|valeur estimee|budget)(?: (?:du marche|totale?|previsionnelle?|ht))*$/,
  ],
  ['duree', /^duree(?: du marche| du contrat| d execution)?$/],
  ['avis', /^(?:type|nature) d avis$|^(?:etat|statut)(?: de la consultation)?$/],
  ['complement', /^(?:informations?|renseignements?) complementaires?$/],
];

/** What a label announces; null for words that are no label of ours. */
export function labelOf(words: string): Label | null {
  const plain = words
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/\bn\s*[°º]\s*(?:de |du )?/g, 'numero ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return LABELS.find(([, pattern]) => pattern.test(plain))?.[0] ?? null;
}

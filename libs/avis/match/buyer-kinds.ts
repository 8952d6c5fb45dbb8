/**
 * What kind of body a name announces, and the words that say so: they are dropped from what is compared. The first that
 * fits counts, so longer forms stand before shorter ones. Patterns apply to `plainText` of the name.
 */
export const BUYER_KINDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ['ca', /\b(communaute (d )?agglo(meration)?|ca)\b/],
  ['cu', /\b(communaute urbaine|cu)\b/],
  ['cc', /\b(communaute (de )?communes?|communaute de com|com com|comcom|codecom|cc)\b/],
  ['ccas', /\b((centre |ctre )?(inter)?communal d action sociale|ccas|cias)\b/],
  ['metropole', /\b(metropole|eurometropole)\b/],
  ['region', /\b(conseil regional|region)\b/],
  [
    'departement',
    /\b(conseil departemental|conseil general|departement|collectivite (europeenne|territoriale)|cd|cg)\b/,
  ],
  [
    'sdis',
    /\b(service (departemental|territorial)? ?d? ?incendie( et de secours)?|service departemental d incendie|sdis|stis)\b/,
  ],
  ['chu', /\b(centre hospitalier (regional )?universitaire|centre hospitalier regional|chru|chu|chr)\b/],
  [
    'ch',
    /\b(centre hospitalier( intercommunal)?|groupe hospitalier|groupement hospitalier|hopital|hopitaux|chi|ch|gh|ght|ghe)\b/,
  ],
  ['ehpad', /\b(ehpad|maison de retraite|residence autonomie)\b/],
  ['habitat', /\b(offices? publics? de l? ?habitat|office public d hlm|opac|oph|opdhlm|sa d hlm|habitat)\b/],
  [
    'syndicat',
    /\b(syndicat (intercommunal|mixte|departemental|interdepartemental)?|sivom|sivu|sictom|smictom|sitom|sieom|siaep|siae|smitom|sm)\b/,
  ],
  ['universite', /\b(universite|universites|comue)\b/],
  ['rectorat', /\b(rectorat|academie)\b/],
  ['lycee', /\b(lycee|college|greta)\b/],
  ['prefecture', /\b(prefecture|sous prefecture)\b/],
  ['ministere', /\b(ministere|secretariat general)\b/],
  ['epf', /\b(etablissement public foncier|epf)\b/],
  ['commune', /\b(communes?|mairie|ville|municipalite|commune nouvelle)\b/],
];

/** What surrounds a name without naming anybody: services, functions, legal forms, places of the administration. */
export const EMPTY_WORDS: ReadonlySet<string> = new Set(
  (
    'achat achats acheteur acheteurs administration adjudicateur affaire affaires agglomeration batiment cedex cellule ' +
    'collectivite commande commandes commune communes communaute conseil coordonnateur direction directeur directrice ' +
    'departement departementale departemental entite epa epic etablissement france general generale gie gip groupe ' +
    'groupement hotel intercommunal intercommunale juridique locale local m madame maire mairie mandataire marche marches ' +
    'mme moyens monsieur municipal municipale office pays pole pouvoir president presidente prefet procedure public publics ' +
    'publique publiques recteur regie region regionale representant sa saem sas sarl scic sem sg siege sem spl service ' +
    'services societe syndicat technique techniques territoire territorial territoriale ville'
  ).split(' '),
);

/**
 * How much a word of a title tells, in nats: the logarithm of the inverse of its share of titles, rounded to halves.
 * Counted over the 7920 different objects of the essential data of 2019 and 2022-26 (Licence Ouverte 2.0): the words that at least
 * two objects in a thousand hold. Spelt as `wordsOf` gives them.
 */
const WORDS_BY_WEIGHT: Readonly<Record<string, string>> = {
  '2.0': 'fourniture travau',
  '2.5': 'prestation',
  '3.0': 'amenagement batiment construction entretien maintenance marche oeuvre service',
  '3.5':
    'acquisition assurance cadre centre commune electricite espace installation livraison maitrise ' +
    'materiel menuiserie mise mission public rehabilitation renovation reseau ville',
  '4.0':
    'accord achat boi br chauffage commande consultation creation dechet dispositif diver eau ' +
    'ecole equipement extension gestion gro nettoyage numero ouvrage piece plomberie produit realisation ' +
    'rue saint scolaire secteur site sol technique traitement transport vehicule vert voirie vrd',
  '4.5':
    'annexe assainissement assistance bon charpente chirurgie collecte college communau conseil ' +
    'consommable contrat controle courant couverture demolition departement detachee eclairage electrique ' +
    'etancheite etude exploitation exterieure formation groupe incendie interieure location locau ' +
    'logement logiciel lot1 maison medicau mobilier parc patrimoine peinture place plafond pose ' +
    'protection reamenagement refection remplacement reparation restauration restructuration revetement ' +
    'risque salle sanitaire securite serrurerie sportif st station systeme terrassement territoire usage ' +
    'ventilation zone',
  '5.0':
    'acce accessoire accompagnement accueil acheminement agrafage aire alimentaire animation annee art ' +
    'associe associee bien bureau carburant cca cloison coelioscopique communaute communication ' +
    'conception cuisine denree departemental departementale desamiantage digestive distribution dommage ' +
    'energetique enfance ensemble est etablissement exterieur faible fau gaz gymnase gynecologique ' +
    'impression informatique jean legume liaison loisir lot2 maconnerie mairie marque maternelle mobile ' +
    'moe multi municipal no non nord operation papier parking pediatrique personnel petit plaque ' +
    'plastique platrerie pole porte potable programme projet relance renouvellement repa requalification ' +
    'route sante securisation signalisation solution stade statutaire subsequent sud suivi surgele ' +
    'terrain trx tvx tx unique urologique viande',
  '5.5':
    'abord accessibilite action activite adarce administratif adulte aep agent agglomeration aluminium ' +
    'amelioration amo ancien appareil ascenseur automatique automobile autre avenue bac bain bardage bat ' +
    'bdc benne besoin bio boisson carrelage carte centrale chaussee chemin climatisation cloture ' +
    'collectif collective communal communautaire complementaire complexe confection creche curage destine ' +
    'deu developpement diagnostic disposition diverse dm domaine doublage elaboration electronique enfant ' +
    'entre epicerie epuration eu evolution facade faience fixe flotte fort france froide fruit gamme ' +
    'genie grand groupement habitat haute hor hotel hydraulique infrastructure insertion internet ' +
    'isolation jeu juridique ligne livre local loire lyon maritime mediatheque menager mer metallerie ' +
    'metallique metropole modulaire ms municipale musee musique naturel neuf nouveau numerique objet ' +
    'organisation origine orlean ouest outil partie paul paysager personne petite pierre piscine plan ' +
    'point pont port portail preventive production professionnelle publique rd reactif reconstruction ' +
    'relatif renforcement reprise residence responsabilite restaurant routier san schema sdi secour siege ' +
    'sou souple specifique sport structure support telecommunication telephonie thermique toiture tou ' +
    'transfert travail type urbain urbaine usee uvre valorisation verification vestiaire vetement video ' +
    'vitrerie voie',
  '6.0':
    '1er abonnement adapte administrative agence air alimentation alsh analyse ancienne ao appel arbre ' +
    'ariege article atelier atlantique attributaire base bassin bibliotheque biscuit bourg cafe cambrai ' +
    'camion canalisation chantier charcuterie charge chateau cholet civil civile classe commercial ' +
    'communale competence compte concerne conformite conserve constructeur contre coordination cote cour ' +
    'couronne couvert cuite culturel cvc decheterie dechetterie departementau destination directeur ' +
    'document donnee droite dur duree eglise elementaire elevateur emploi engin enlevement enrobe ' +
    'environnement ep equivalent fete feu fonctionnelle fondation foyer frai froid gardiennage gare ' +
    'generale ght44 grande grosse haguenau halle haut hebergement hygiene ile immeuble immobilier ' +
    'information inspection interieur intermediaire inventaire issu janvier jeune jeunesse l1 leger leur ' +
    'lieu longue lot3 lotissement loui lourd lycee magazine mai martin materiau matiere medical menagere ' +
    'mo modernisation modification mont moteur municipau mur nice no1 no2 noel nouvelle ordure ortho ' +
    'outillage panneau passerelle patisserie pay periode periodique periscolaire phase photocopieur ' +
    'photovoltaique plateau plateforme pluviale poid poisson police polyvalente poste pr pre preparation ' +
    'presbytere presente prevention professionnel progiciel provence pyrenee quai qualite quartier que ' +
    'regie region regional reglementaire relative remise renov reservoir ressource reunion revision rive ' +
    'routiere sainte segment sejour ses signaletique sociale sociau son spectacle ssi step suite ' +
    'surveillance synthetique telephonique tenni terre territorial tonne topographique tour traiteur ' +
    'tranche transformation tri urgence utilitaire val verte verticale villeurbanne vmc volaille voyage ' +
    'zac zinguerie',
};

/** Words that tell nothing, in titles and names alike. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a ac and au aux avec ce ces d dan de des du elle en et il ils l la le les leur ou par pour s sa se ses son sous sur un une y'.split(
    ' ',
  ),
);

/** Of any word that is not among them. */
const WEIGHT_OF_RARE_WORDS = 7;
/** Of a short number: years, lots and counts are compared apart. */
const WEIGHT_OF_NUMBERS = 2;

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  Object.entries(WORDS_BY_WEIGHT).flatMap(([weight, words]) => words.split(' ').map((word) => [word, Number(weight)])),
);

/** Nats. @param word as `wordsOf` gives it. */
export function wordWeight(word: string): number {
  if (/^\d{1,4}$/.test(word)) return WEIGHT_OF_NUMBERS;
  if (word.length === 1 || STOP_WORDS.has(word)) return 0;
  return WEIGHTS.get(word) ?? WEIGHT_OF_RARE_WORDS;
}

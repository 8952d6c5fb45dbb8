import { type Draws } from '../draws.js';

const SENTENCES: readonly string[] = [
  'La présente consultation a pour objet : {objet}.',
  'Les prestations sont décrites au cahier des clauses techniques particulières et dans ses {n} annexes.',
  'Le marché est passé selon la procédure indiquée en application des articles L. 2123-1 et R. 2123-1 du code de la commande publique.',
  'Les prestations donnent lieu à un accord-cadre à bons de commande sans minimum et avec un maximum annuel de {n}0 000 euros HT.',
  'Le titulaire dispose d’un délai de {n} semaines pour la période de préparation, comprise dans le délai d’exécution.',
  'Une visite des lieux est obligatoire ; elle a lieu sur rendez-vous, au plus tard {n} jours avant la remise des plis.',
  'Les variantes sont autorisées dans le respect des exigences minimales du règlement de la consultation.',
  'Une clause d’insertion sociale prévoit {n}00 heures de travail réservées à des personnes éloignées de l’emploi.',
  'Les matériaux proviennent de filières durables ; les déchets de chantier sont triés à {n} % au moins.',
  'Le site reste occupé pendant toute la durée de l’opération : le phasage en tient compte.',
  'Les candidats répondent à un ou plusieurs lots ; chacun fait l’objet d’un marché séparé.',
  'Le marché prend effet à sa notification pour une durée de douze mois, reconductible {n} fois par tacite reconduction.',
  'Les délais d’intervention sont de {n} heures en cas d’urgence et de deux jours ouvrés dans les autres cas.',
  'Les prix sont révisables annuellement selon l’index de la profession.',
  'Sont notamment comprises : la fourniture, la livraison, l’installation, la mise en service et la formation des agents.',
  'Les quantités, données à titre indicatif, portent sur {n}0 sites répartis sur le territoire.',
  'Les échantillons demandés sont remis contre récépissé à l’adresse indiquée au règlement.',
  'Le pouvoir adjudicateur se réserve le droit de négocier avec les trois premiers candidats.',
  'Les échanges se font par voie électronique, sur le profil d’acheteur uniquement.',
  'Les travaux sont réalisés hors des périodes scolaires, de juillet à août.',
];

/** Measured: median about 600 characters, some 5,000. */
const MEDIAN_LENGTH = 600;
const SPREAD = 0.85;
const LONGEST = 5600;

/** A description that starts with the object and reaches a length drawn around the measured median. */
export function drawDescription(draws: Draws, objet: string): string {
  const wanted = Math.min(LONGEST, MEDIAN_LENGTH * Math.exp(SPREAD * draws.normal()));
  let text = sentence(draws, SENTENCES[0] as string, objet);
  let previous = 0;
  while (text.length < wanted) {
    // Never the same sentence twice running.
    previous = 1 + ((previous + draws.between(0, SENTENCES.length - 3)) % (SENTENCES.length - 1));
    text += (draws.chance(0.2) ? '\n- ' : ' ') + sentence(draws, SENTENCES[previous] as string, objet);
  }
  return text;
}

function sentence(draws: Draws, pattern: string, objet: string): string {
  return pattern.replace('{objet}', objet).replace('{n}', () => String(draws.between(2, 9)));
}

export const APPEAL =
  "Référé précontractuel prévu aux articles L.551-1 à L.551-12 du code de justice administrative, pouvant être exercé avant la signature du contrat. Recours de pleine juridiction ouvert aux tiers justifiant d'un intérêt lésé, dans les deux mois suivant la publicité de la conclusion du contrat.";
export const IN_THE_DOCUMENTS = 'Critères énoncés dans les documents de la consultation';
export const CAPACITIES = {
  exercice:
    'Lettre de candidature (DC1 ou équivalent) et déclaration sur l’honneur que le candidat n’entre dans aucun cas d’exclusion.',
  economique: 'Déclaration concernant le chiffre d’affaires global des trois derniers exercices disponibles.',
  technique:
    'Liste des principales prestations des trois dernières années, indiquant le montant, la date et le destinataire.',
} as const;

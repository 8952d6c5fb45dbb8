import type { AvisDetail, Lot } from '#contract/avis';
import { dataText, readable } from './data-text.js';

const TITRE_MAX = 500;
const DESCRIPTION_MAX = 4000;
const LOTS_MAX = 2000;
const LOT_MAX = 200;
const LINE_MAX = 300;
const MORE_MAX = 1000;

/**
 * A served notice as a model reads it: what tells what is bought, by whom, where and on which conditions; at most some
 * 11,000 characters before escapes, so that a long notice costs no more than that. Pure.
 */
export function annonceText(avis: AvisDetail): string {
  return dataText({
    titre: readable(avis.titre, TITRE_MAX),
    description: readable(avis.description, DESCRIPTION_MAX),
    cpv: avis.cpv,
    type_marche: avis.type_marche,
    procedure: readable(avis.procedure, LINE_MAX),
    budget_euros: avis.budget,
    date_limite: avis.date_limite,
    duree_mois: avis.duree_mois,
    acheteur: readable(avis.acheteur.nom, LINE_MAX),
    departement_acheteur: avis.acheteur.departement,
    departements_execution: avis.lieu_execution?.departements.join(', ') ?? null,
    nb_lots: avis.nb_lots,
    lots: readable(avis.lots.map(lotText).join(' ; '), LOTS_MAX),
    capacite_economique: readable(avis.capacites.economique, MORE_MAX),
    capacite_technique: readable(avis.capacites.technique, MORE_MAX),
    renseignements_complementaires: readable(avis.renseignements_complementaires, MORE_MAX),
  });
}

function lotText({ numero, description, budget, cpv }: Lot): string {
  const facts = [
    readable(description, LOT_MAX),
    cpv === null ? null : `CPV ${cpv}`,
    budget === null ? null : `${String(budget)} €`,
  ];
  return [`lot ${numero}`, ...facts.filter((fact) => fact !== null)].join(', ');
}

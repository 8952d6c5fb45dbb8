import type { Capacites, Criteres } from '#contract/avis';
import type { AwardCriterion } from '../eforms/criteria.js';
import { criteriaByLot } from '../eforms/criteria-by-lot.js';
import type { EformsNode } from '../eforms/node.js';
import { line } from '../values/text.js';
import { type Division, numberOf } from './lots.js';
import { textOf, textsOf } from './text.js';

const TYPES: readonly (readonly [element: string, type: string | null])[] = [
  ['AC_QUALITY', 'qualité'],
  ['AC_COST', 'coût'],
  ['AC_PRICE', 'prix'],
  ['AC_CRITERION', null],
];

/**
 * Award and selection criteria of a form of release 2.0.9, in the shape of criteriaByLot; `{texte}` where it is
 * prose, `{dans_les_documents: true}` where the form only refers to the documents.
 */
export function criteriaOf(form: EformsNode, { divided, descriptions }: Division): Criteres | null {
  const perLot = descriptions.map((description) => ({
    numero: divided === true ? numberOf(description) : null,
    criteres: awardCriteria(description),
  }));
  const jury = textOf(form.first('PROCEDURE/CRITERIA_EVALUATION'));
  const elsewhere = descriptions.some((description) => holdersOf(description).some(isInDocuments));
  const attribution =
    criteriaByLot(perLot) ?? (jury !== null ? { texte: jury } : elsewhere ? { dans_les_documents: true } : null);
  const asked = textsOf([
    ...descriptions.map((description) => description.first('CRITERIA_CANDIDATE')),
    form.first('LEFTI/CRITERIA_SELECTION'),
    form.first('LEFTI/RULES_CRITERIA'),
  ]);
  const selection = asked === null ? null : { texte: asked };
  return attribution === null && selection === null ? null : { selection, attribution };
}

/** Capacities required of candidates, with their minimum levels. */
export function capacitiesOf(form: EformsNode): Capacites {
  const told = (...names: string[]) => textsOf(names.map((name) => form.first(`LEFTI/${name}`)));
  return {
    economique: told('ECONOMIC_FINANCIAL_INFO', 'ECONOMIC_FINANCIAL_MIN_LEVEL'),
    technique: told('TECHNICAL_PROFESSIONAL_INFO', 'TECHNICAL_PROFESSIONAL_MIN_LEVEL'),
    exercice: told('SUITABILITY'),
  };
}

function awardCriteria(description: EformsNode): AwardCriterion[] {
  return holdersOf(description).flatMap((holder) =>
    TYPES.flatMap(([element, type]) => holder.children(element).flatMap((node) => awardCriterion(node, type))),
  );
}

/** Criteria stand in `AC`, or straight in the description in the schema releases without that wrapper. */
function holdersOf(description: EformsNode): readonly EformsNode[] {
  return [...description.children('AC'), description];
}

function isInDocuments(holder: EformsNode): boolean {
  return holder.first('AC_PROCUREMENT_DOC') !== null;
}

function awardCriterion(node: EformsNode, type: string | null): AwardCriterion[] {
  const nom = line(textOf(type === null ? node : node.first('AC_CRITERION')));
  if (type === null) return nom === null ? [] : [{ type, nom, description: null, poids: null, unite: null }];
  return [{ type, nom, description: null, ...weightOf(textOf(node.first('AC_WEIGHTING'))) }];
}

/** « 40 », « 40 % », « 12.5 », « 20 points ». What is no number is no weight. */
function weightOf(written: string | null): Pick<AwardCriterion, 'poids' | 'unite'> {
  const parts = /^(\d{1,6}(?:[.,]\d{1,4})?)\s*(%|points?)?$/i.exec(written ?? '');
  if (parts?.[1] === undefined) return { poids: null, unite: null };
  const unite = parts[2] === undefined ? null : parts[2] === '%' ? '%' : 'points';
  return { poids: Number(parts[1].replace(',', '.')), unite };
}

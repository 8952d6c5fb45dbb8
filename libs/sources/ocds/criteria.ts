import type { Capacites, Criteres } from '#contract/avis';
import type { AwardCriterion } from '../eforms/criteria.js';
import { criteriaByLot } from '../eforms/criteria-by-lot.js';
import { lookup } from '../eforms/lookup.js';
import { line, text } from '../values/text.js';
import { at, isNode, type Node, nodes, word } from './json.js';
import { AWARD_CRITERIA, CRITERION_TYPES, WEIGHT_UNITS } from './labels.js';
import type { ReleasedLot } from './lots.js';

const CAPACITIES: Readonly<Record<string, keyof Capacites>> = {
  economic: 'economique',
  technical: 'technique',
  suitability: 'exercice',
};

interface SelectionCriterion {
  type: keyof Capacites | 'autre';
  nom: string | null;
  description: string | null;
}

/** Selection and award criteria of a tender, in the shapes of the other sources; null when it gives neither. */
export function criteriaOf(tender: unknown, lots: readonly ReleasedLot[]): Criteres | null {
  const selection = selectionOf(tender, lots);
  const attribution = attributionOf(tender, lots);
  return selection === null && attribution === null ? null : { selection, attribution };
}

/** Capacities required of candidates, all lots together, each said once. */
export function capacitiesOf(tender: unknown, lots: readonly ReleasedLot[]): Capacites {
  const criteria = [tender, ...lots.map(({ node }) => node)].flatMap(selectionCriteria);
  const of = (type: keyof Capacites): string | null => {
    const told = criteria
      .filter((criterion) => criterion.type === type)
      .map(({ nom, description }) => [nom, description].filter((part) => part !== null).join('\n'));
    return [...new Set(told)].join('\n') || null;
  };
  return { economique: of('economique'), technique: of('technique'), exercice: of('exercice') };
}

/** The structured criteria of the extension « selection criteria », else `eligibilityCriteria`, one text. */
function selectionOf(tender: unknown, lots: readonly ReleasedLot[]): Record<string, unknown> | null {
  const structured = shared(tender, lots, selectionCriteria);
  if (structured !== null) return structured;
  const texte = text(at(tender, 'selectionCriteria', 'description')) ?? text(at(tender, 'eligibilityCriteria'));
  return texte === null ? null : { texte };
}

function selectionCriteria(holder: unknown): SelectionCriterion[] {
  return nodes(at(holder, 'selectionCriteria', 'criteria')).flatMap((node) => {
    const nom = line(at(node, 'name'));
    const description = text(at(node, 'description'));
    if (nom === null && description === null) return [];
    return [{ type: lookup(CAPACITIES, word(at(node, 'type'))) ?? 'autre', nom, description }];
  });
}

/** The structured criteria of the extension « award criteria », else the words of the core standard. */
function attributionOf(tender: unknown, lots: readonly ReleasedLot[]): Record<string, unknown> | null {
  const structured = shared(tender, lots, awardCriteria);
  if (structured !== null) return structured;
  const told = at(tender, 'awardCriteria');
  const code = isNode(told) ? null : line(told);
  const details = text(at(tender, 'awardCriteriaDetails')) ?? text(at(told, 'description'));
  const texte = details ?? lookup(AWARD_CRITERIA, code) ?? code;
  return texte === null ? null : { texte };
}

function awardCriteria(holder: unknown): AwardCriterion[] {
  return nodes(at(holder, 'awardCriteria', 'criteria')).flatMap((node) => {
    const code = word(at(node, 'type'));
    const nom = line(at(node, 'name'));
    const description = text(at(node, 'description'));
    if (code === null && nom === null && description === null) return [];
    return [{ type: lookup(CRITERION_TYPES, code) ?? null, nom, description, ...weightOf(node) }];
  });
}

/** A number beside a criterion is its weight or its fixed value, but not the score below which offers are refused. */
function weightOf(node: Node): Pick<AwardCriterion, 'poids' | 'unite'> {
  const weight = nodes(at(node, 'numbers')).find((number) => word(at(number, 'threshold')) === null);
  const value = Number(word(at(weight, 'number')) ?? Number.NaN);
  const unit = word(at(weight, 'weight')) ?? word(at(weight, 'fixed'));
  return { poids: Number.isFinite(value) ? value : null, unite: lookup(WEIGHT_UNITS, unit) ?? null };
}

/** Those of the tender as a whole, else lot by lot. */
function shared<T>(
  tender: unknown,
  lots: readonly ReleasedLot[],
  read: (holder: unknown) => T[],
): Record<string, unknown> | null {
  const own = read(tender);
  if (own.length > 0) return { criteres: own };
  return criteriaByLot(lots.map(({ numero, node }) => ({ numero, criteres: read(node) })));
}

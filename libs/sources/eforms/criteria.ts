import type { Capacites, Criteres } from '#contract/avis';
import { line } from '../values/text.js';
import { criteriaByLot } from './criteria-by-lot.js';
import { inExtension } from './extension.js';
import { AWARD_CRITERIA, WEIGHT_UNITS } from './labels.js';
import { codeOf, inFrench } from './language.js';
import { lookup } from './lookup.js';
import { numberOf } from './lots.js';
import type { EformsNode } from './node.js';

/** Selection criteria are of three families (SDK up to 1.9: first code, from 1.10 on: prefix of the second). */
const FAMILIES: readonly [keyof Capacites, RegExp][] = [
  ['economique', /^(ef-stand|slc-stand-)/],
  ['technique', /^(tp-abil|slc-abil-)/],
  ['exercice', /^(sui-act|slc-suit-)/],
];

interface SelectionCriterion {
  type: keyof Capacites | 'autre';
  nom: string | null;
  description: string | null;
}

/** One award criterion, as served in `criteres.attribution`. */
export interface AwardCriterion {
  /** `prix`, `coût`, `qualité`. */
  type: string | null;
  nom: string | null;
  description: string | null;
  poids: number | null;
  unite: string | null;
}

/** Selection and award criteria of a notice, in the shape of criteriaByLot; null when it gives neither. */
export function criteriaOf(lots: readonly EformsNode[]): Criteres | null {
  const selection = shared(lots, selectionCriteria);
  const attribution = shared(lots, awardCriteria);
  return selection === null && attribution === null ? null : { selection, attribution };
}

/** Capacities required of candidates, all lots together, each said once. */
export function capacitiesOf(lots: readonly EformsNode[]): Capacites {
  const criteria = lots.flatMap(selectionCriteria);
  const of = (type: keyof Capacites): string | null => {
    const texts = criteria.filter((criterion) => criterion.type === type).map(whole);
    const told = [...new Set(texts.filter((text) => text !== ''))];
    return told.length === 0 ? null : told.join('\n');
  };
  return { economique: of('economique'), technique: of('technique'), exercice: of('exercice') };
}

function whole({ nom, description }: SelectionCriterion): string {
  return [nom, description].filter((text) => text !== null).join('\n');
}

function shared<T>(lots: readonly EformsNode[], read: (lot: EformsNode) => T[]): Record<string, unknown> | null {
  return criteriaByLot(lots.map((lot) => ({ numero: numberOf(lot), criteres: read(lot) })));
}

function selectionCriteria(lot: EformsNode): SelectionCriterion[] {
  return inExtension(lot.first('cac:TenderingTerms'), 'efac:SelectionCriteria').flatMap((node) => {
    const code = codeOf(node.first('cbc:TendererRequirementTypeCode')) ?? codeOf(node.first('cbc:CriterionTypeCode'));
    const nom = line(inFrench(node.children('cbc:Name')));
    const description = inFrench(node.children('cbc:Description'));
    if (nom === null && description === null) return [];
    const type = FAMILIES.find(([, pattern]) => pattern.test(code ?? ''))?.[0] ?? 'autre';
    return [{ type, nom, description }];
  });
}

function awardCriteria(lot: EformsNode): AwardCriterion[] {
  return lot.all('cac:TenderingTerms/cac:AwardingTerms/cac:AwardingCriterion').flatMap((group) => {
    const parts = group.children('cac:SubordinateAwardingCriterion');
    return (parts.length === 0 ? [group] : parts).flatMap(awardCriterion);
  });
}

function awardCriterion(node: EformsNode): AwardCriterion[] {
  const type = codeOf(node.first('cbc:AwardingCriterionTypeCode'));
  const nom = line(inFrench(node.children('cbc:Name')));
  const description = inFrench(node.children('cbc:Description'));
  if (type === null && nom === null && description === null) return [];
  const weight = inExtension(node, 'efac:AwardCriterionParameter').find(isWeight);
  const unit = codeOf(weight?.first('efbc:ParameterCode'));
  return [
    {
      type: lookup(AWARD_CRITERIA, type) ?? null,
      nom,
      description,
      poids: weight === undefined ? null : numeric(weight),
      unite: lookup(WEIGHT_UNITS, unit) ?? null,
    },
  ];
}

/** A number beside a criterion is its weight, or its fixed value, but not the score below which offers are refused. */
function isWeight(parameter: EformsNode): boolean {
  const list = parameter.first('efbc:ParameterCode')?.attribute('listName');
  return list !== 'number-threshold' && numeric(parameter) !== null;
}

function numeric(parameter: EformsNode): number | null {
  const written = codeOf(parameter.first('efbc:ParameterNumeric'));
  const value = Number(written);
  return written === null || !Number.isFinite(value) ? null : value;
}

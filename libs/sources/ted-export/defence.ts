import type { AvisContent } from '#contract/avis';
import type { EformsNode } from '../eforms/node.js';
import { compareLotNumbers, lotDescription } from '../values/lot.js';
import { wholeMonths } from '../values/months.js';
import { type Cleaned, type Collector, firstCleaned, kept } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { line } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { acheteurOf } from './buyer.js';
import { type CodedData, trimmed } from './coded-data.js';
import { deadlineOf, procedureOf, typeOf } from './content.js';
import { plainLotNumber } from './lots.js';
import { everywhere, found } from './everywhere.js';
import { euros } from './money.js';
import { placeOf } from './place.js';
import { textOf, textsOf } from './text.js';

/** Forms of directive 2009/81/EC kept the shapes of release 2.0.8, where the same facts stand under other names. */
export const DEFENCE_FORMS = new Set(['CONTRACT_DEFENCE', 'CONTRACT_AWARD_DEFENCE']);

/** The notice told by a defence form; null when it names no buyer. */
export function defenceContent(form: EformsNode, coded: CodedData, collector: Collector): AvisContent | null {
  const address = found(form, 'CA_CE_CONCESSIONAIRE_PROFILE');
  if (address === null) return null;
  const lots = everywhere(form, 'F17_ANNEX_B').map((lot) => lotOf(lot, collector));
  const divided = lots.length > 0 ? true : found(form, 'DIV_INTO_LOT_NO') === null ? null : false;
  const places = everywhere(form, 'LOCATION_NUTS').flatMap((node) => node.children('NUTS'));
  const codes = places.flatMap((node) => node.attribute('CODE') ?? []);
  return {
    titre: line(textOf(found(form, 'TITLE_CONTRACT'))),
    description: textOf(found(form, 'SHORT_CONTRACT_DESCRIPTION')),
    budget: collector.keep('budget', budgetOf(form)),
    cpv: collector.keep('cpv', cpv(found(form, 'CPV_MAIN')?.first('CPV_CODE')?.attribute('CODE'))),
    date_limite: collector.keep('date_limite', deadlineOf(form, coded)),
    type_marche: typeOf(found(form, 'TYPE_CONTRACT')?.attribute('VALUE') ?? null, coded),
    procedure: collector.keep('procedure', procedureOf(coded)),
    acheteur: acheteurOf(
      address,
      address.first('ORGANISATION/OFFICIALNAME'),
      address.first('ORGANISATION/NATIONALID'),
      collector,
    ),
    lien_source: null,
    nb_lots: divided === null ? null : lots.length,
    lots: lots.sort((a, b) => compareLotNumbers(a.numero, b.numero)),
    criteres: criteriaOf(form),
    duree_mois: collector.keep('duree_mois', durationOf(form)),
    lieu_execution: placeOf(codes.length === 0 ? coded.places : codes, collector),
    date_debut_prestation: null,
    forme_prix: null,
    url_profil_acheteur: collector.keep('url_profil_acheteur', httpUrl(trimmed(found(form, 'URL_BUYER')))),
    renseignements_complementaires: textOf(found(form, 'ADDITIONAL_INFORMATION')),
    capacites: {
      economique: textsOf(everywhere(form, 'F17_ECONOMIC_FINANCIAL_CAPACITY')),
      technique: textsOf(everywhere(form, 'TECHNICAL_CAPACITY_LEFTI')),
      exercice: textsOf(everywhere(form, 'ECONOMIC_OPERATORS_PERSONAL_SITUATION')),
    },
  };
}

/** The buyer's own reference of a defence form. */
export function defenceReference(form: EformsNode): string | null {
  return line(textOf(found(form, 'FILE_REFERENCE_NUMBER')));
}

function lotOf(lot: EformsNode, collector: Collector) {
  return {
    numero: plainLotNumber(trimmed(lot.first('LOT_NUMBER')) ?? '1'),
    description: lotDescription(line(textOf(lot.first('LOT_TITLE'))), textOf(lot.first('LOT_DESCRIPTION'))),
    budget: collector.keep('lots.budget', costOf(lot.first('NATURE_QUANTITY_SCOPE'))),
    cpv: collector.keep('lots.cpv', cpv(lot.first('CPV/CPV_MAIN/CPV_CODE')?.attribute('CODE'))),
  };
}

/** The estimate of the framework or of the quantities; never the final value of an award. */
function budgetOf(form: EformsNode): Cleaned<number> {
  return firstCleaned(
    () => costOf(found(form, 'TOTAL_ESTIMATED')),
    () => costOf(found(form, 'QUANTITY_SCOPE')?.first('NATURE_QUANTITY_SCOPE') ?? null),
  );
}

/** A value, or the upper end of a range. */
function costOf(holder: EformsNode | null): Cleaned<number> {
  const costs = holder?.first('COSTS_RANGE_AND_CURRENCY') ?? null;
  if ((costs?.attribute('CURRENCY') ?? 'EUR') !== 'EUR') return kept<number>(null);
  return firstCleaned(
    () => euros(costs?.first('VALUE_COST')),
    () => euros(costs?.first('RANGE_VALUE_COST/HIGH_VALUE')),
  );
}

function durationOf(form: EformsNode): Cleaned<number> {
  const years = trimmed(found(form, 'DURATION_FRAMEWORK_YEAR'));
  const months = trimmed(found(form, 'DURATION_FRAMEWORK_MONTH'));
  const period = trimmed(found(form, 'PERIOD_WORK_DATE_STARTING')?.first('MONTHS'));
  const days = trimmed(found(form, 'PERIOD_WORK_DATE_STARTING')?.first('DAYS'));
  if (years !== null) return wholeMonths(Number(years) * 12, years);
  const written = months ?? period;
  if (written !== null) return wholeMonths(Number(written), written);
  return days === null ? kept<number>(null) : wholeMonths(Number(days) / 30, days);
}

function criteriaOf(form: EformsNode) {
  const criteres = everywhere(form, 'CRITERIA_DEFINITION').map((node) => {
    const weight = Number(trimmed(node.first('WEIGHTING')) ?? Number.NaN);
    return {
      type: null,
      nom: line(textOf(node.first('CRITERIA'))),
      description: null,
      poids: Number.isFinite(weight) ? weight : null,
      unite: null,
    };
  });
  if (criteres.length > 0) return { selection: null, attribution: { criteres } };
  const elsewhere = found(form, 'CRITERIA_STATED_IN_OTHER_DOCUMENT') !== null;
  return elsewhere ? { selection: null, attribution: { dans_les_documents: true } } : null;
}

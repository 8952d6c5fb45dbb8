import type { AcheteurAvis, AvisContent } from '#contract/avis';
import type { TypeMarche } from '#contract/vocabulary';
import { lookup } from '../eforms/lookup.js';
import type { EformsNode } from '../eforms/node.js';
import { type Cleaned, type Collector, firstCleaned, kept, refused } from '../values/cleaned.js';
import { cpv } from '../values/cpv.js';
import { calendarDate, parisWallClock } from '../values/date.js';
import { line } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { type CodedData, trimmed } from './coded-data.js';
import { capacitiesOf, criteriaOf } from './criteria.js';
import { durationOf } from './duration.js';
import { CONTRACT_TYPES, NATURES, NO_PROCEDURE, PROCEDURES } from './labels.js';
import { divisionOf, lotsOf } from './lots.js';
import { euros, sumOfAll } from './money.js';
import { placeOf } from './place.js';
import { textOf } from './text.js';

/** The notice told by a form of release 2.0.9 (docs/sources.md, B2.2). */
export function contentOf(
  form: EformsNode,
  coded: CodedData,
  acheteur: AcheteurAvis,
  collector: Collector,
): AvisContent {
  const object = form.first('OBJECT_CONTRACT');
  const division = divisionOf(object);
  const { descriptions } = division;
  const lots = lotsOf(division, collector);
  const durations = descriptions.flatMap((node) => collector.keep('duree_mois', durationOf(node)) ?? []);
  const starts = descriptions.flatMap(
    (node) => collector.keep('date_debut_prestation', calendarDate(trimmed(node.first('DATE_START')))) ?? [],
  );
  const declared = descriptions
    .flatMap((node) => node.children('NUTS'))
    .flatMap((node) => node.attribute('CODE') ?? []);
  return {
    titre: line(textOf(object?.first('TITLE'))),
    // A design contest describes its object once, where the others describe their lots.
    description: textOf(object?.first('SHORT_DESCR')) ?? textOf(object?.first('OBJECT_DESCR/SHORT_DESCR')),
    budget: collector.keep('budget', budgetOf(object, descriptions)),
    cpv: collector.keep('cpv', cpv(object?.first('CPV_MAIN/CPV_CODE')?.attribute('CODE'))),
    date_limite: collector.keep('date_limite', deadlineOf(form, coded)),
    type_marche: typeOf(object?.first('TYPE_CONTRACT')?.attribute('CTYPE') ?? null, coded),
    procedure: collector.keep('procedure', procedureOf(coded)),
    acheteur,
    lien_source: null,
    nb_lots: division.divided === null ? null : lots.length,
    lots,
    criteres: criteriaOf(form, division),
    duree_mois: durations.length === 0 ? null : Math.max(...durations),
    lieu_execution: placeOf(declared.length === 0 ? coded.places : declared, collector),
    date_debut_prestation: starts.sort()[0] ?? null,
    forme_prix: null,
    url_profil_acheteur: collector.keep('url_profil_acheteur', profileAddress(form)),
    renseignements_complementaires: textOf(form.first('COMPLEMENTARY_INFO/INFO_ADD')),
    capacites: capacitiesOf(form),
  };
}

export function typeOf(written: string | null, { nature }: CodedData): TypeMarche | null {
  return lookup(CONTRACT_TYPES, written) ?? lookup(NATURES, nature) ?? null;
}

export function procedureOf({ procedure }: CodedData): Cleaned<string> {
  if (procedure === null || NO_PROCEDURE.has(procedure)) return kept<string>(null);
  const label = lookup(PROCEDURES, procedure);
  return label === undefined ? refused('valeur_inconnue', procedure) : kept(label);
}

/** Deadline of the form, else the one that the Office took from it; both are the time of the buyer's clocks. */
export function deadlineOf(form: EformsNode, { deadline }: CodedData): Cleaned<string> {
  const day = trimmed(form.first('PROCEDURE/DATE_RECEIPT_TENDERS'));
  const time = trimmed(form.first('PROCEDURE/TIME_RECEIPT_TENDERS'));
  return firstCleaned(
    () => parisWallClock(day === null ? null : clock(day, time)),
    () => parisWallClock(deadline?.replace(/^(\d{4})(\d{2})(\d{2})/, '$1-$2-$3') ?? null),
  );
}

/** `9:30` is written too. */
export function clock(day: string, time: string | null): string {
  return time === null ? day : `${day}T${time.padStart(5, '0')}`;
}

function budgetOf(object: EformsNode | null, descriptions: readonly EformsNode[]): Cleaned<number> {
  return firstCleaned(
    () => euros(object?.first('VAL_ESTIMATED_TOTAL')),
    () => kept(sumOfAll(descriptions.map((node) => euros(node.first('VAL_OBJECT')).value))),
  );
}

function profileAddress(form: EformsNode): Cleaned<string> {
  return firstCleaned(
    () => httpUrl(trimmed(form.first('CONTRACTING_BODY/ADDRESS_CONTRACTING_BODY/URL_BUYER'))),
    () => httpUrl(trimmed(form.first('CONTRACTING_BODY/URL_DOCUMENT'))),
  );
}

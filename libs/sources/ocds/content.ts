import type { AvisContent } from '#contract/avis';
import { PROCEDURES } from '../eforms/labels.js';
import { lookup } from '../eforms/lookup.js';
import { type Cleaned, type Collector, firstCleaned, kept, refused } from '../values/cleaned.js';
import { line, text } from '../values/text.js';
import { noticeAddress, profileAddress } from './addresses.js';
import { acheteurOf } from './buyer.js';
import { cpvOf } from './classification.js';
import { capacitiesOf, criteriaOf } from './criteria.js';
import { deadline, parisDay } from './dates.js';
import { at, type Node, nodes, scalar, word } from './json.js';
import { METHODS, TYPES } from './labels.js';
import { relatedLots, type ReleasedLot, servedLot } from './lots.js';
import { euros } from './money.js';
import { monthsOf } from './period.js';
import { placeOf } from './place.js';

/**
 * Everything that one release says of the notice, in the contract's names; what it does not say is null.
 * @param lots of its tender; null when it does not say whether it is divided.
 * @param whole whether the release gives the whole notice: what follows from all lots together (their number, a sum, an
 *   earliest deadline, criteria and places) cannot be told from the lots that change.
 */
export function contentOf(
  release: Node,
  buyer: readonly Node[],
  lots: readonly ReleasedLot[] | null,
  whole: boolean,
  collector: Collector,
): AvisContent {
  const tender = at(release, 'tender');
  const results = [...nodes(at(release, 'awards')), ...nodes(at(release, 'contracts'))];
  const listed = [...nodes(at(tender, 'items')), ...results.flatMap((result) => nodes(at(result, 'items')))];
  const common = listed.filter((item) => relatedLots(item).length === 0);
  const items = whole ? listed : common;
  const all = whole ? (lots ?? []) : [];
  const lotNodes = all.map(({ node }) => node);
  const periods = [tender, ...lotNodes].map((holder) => at(holder, 'contractPeriod'));
  const first = <T>(champ: string, attempts: (() => Cleaned<T>)[]) => collector.keep(champ, firstCleaned(...attempts));
  return {
    titre: titleOf(release),
    description: text(at(tender, 'description')),
    budget: first('budget', [
      () => euros(at(tender, 'value')),
      () => euros(at(tender, 'techniques', 'frameworkAgreement', 'value')),
      () => kept(sumOf(lotNodes)),
    ]),
    cpv: first('cpv', [() => cpvOf(nodes(tender)), () => cpvOf(common), () => cpvOf([...items, ...lotNodes])]),
    date_limite: first('date_limite', [
      () => deadline(scalar(at(tender, 'tenderPeriod', 'endDate'))),
      () => earliestOf(lotNodes),
    ]),
    type_marche: collector.keep('type_marche', labelOf(TYPES, word(at(tender, 'mainProcurementCategory')))),
    procedure: collector.keep('procedure', procedureOf(tender)),
    acheteur: acheteurOf(buyer, collector),
    lien_source: collector.keep('lien_source', noticeAddress(release)),
    nb_lots: whole && lots !== null ? lots.length : null,
    lots: (lots ?? []).map((lot) => servedLot(lot, collector)),
    criteres: criteriaOf(tender, all),
    duree_mois: first(
      'duree_mois',
      periods.map((period) => () => monthsOf(period)),
    ),
    lieu_execution: placeOf([...nodes(tender), ...items, ...lotNodes], collector),
    date_debut_prestation: first(
      'date_debut_prestation',
      periods.map((period) => () => parisDay(scalar(at(period, 'startDate')))),
    ),
    forme_prix: null,
    url_profil_acheteur: collector.keep('url_profil_acheteur', profileAddress(release, buyer)),
    renseignements_complementaires: text(at(tender, 'submissionMethodDetails')),
    capacites: capacitiesOf(tender, all),
  };
}

/** The tender's title; of an award that does not restate the tender, its own. */
export function titleOf(release: Node): string | null {
  const holders = [at(release, 'tender'), ...nodes(at(release, 'awards')), ...nodes(at(release, 'contracts'))];
  return holders.map((holder) => line(at(holder, 'title'))).find((title) => title !== null) ?? null;
}

/** The publisher's own label; of eForms where it writes their code; of the method's code where it has none. */
function procedureOf(tender: unknown): Cleaned<string> {
  const details = line(at(tender, 'procurementMethodDetails'));
  if (details !== null) return kept(lookup(PROCEDURES, details) ?? details);
  return labelOf(METHODS, word(at(tender, 'procurementMethod')));
}

function labelOf<T>(labels: Readonly<Record<string, T>>, code: string | null): Cleaned<T> {
  if (code === null) return kept<T>(null);
  const label = lookup(labels, code);
  return label === undefined ? refused('valeur_inconnue', code) : kept(label);
}

/** A sum that misses a lot would be a wrong budget: every lot has a value, or there is no sum. */
function sumOf(lots: readonly Node[]): number | null {
  const values = lots.map((lot) => euros(at(lot, 'value')).value);
  if (values.length === 0 || values.some((value) => value === null)) return null;
  return Math.round(values.reduce<number>((sum, value) => sum + (value ?? 0), 0) * 100) / 100;
}

/** The deadline of the earliest lot, for publishers that give one a lot. */
function earliestOf(lots: readonly Node[]): Cleaned<string> {
  const deadlines = lots.map((lot) => deadline(scalar(at(lot, 'tenderPeriod', 'endDate'))));
  const [earliest] = deadlines.flatMap(({ value }) => value ?? []).sort();
  if (earliest !== undefined) return kept(earliest);
  return deadlines.find(({ anomaly }) => anomaly !== null) ?? kept<string>(null);
}

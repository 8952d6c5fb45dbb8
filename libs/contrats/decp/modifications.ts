import { calendarDate } from '#sources/values/date';
import type { Changement } from '../contrat.js';
import type { Modification } from '../declaration.js';
import type { Anomalies } from './anomalies.js';
import { field, type Fields, isFields, itemsOf } from './fields.js';
import { readHolders } from './holders.js';
import { readAmount, readMonths } from './numbers.js';
import { shortLine } from './short-line.js';

/** Real contracts have under 60. */
const MOST = 1000;
const ID_MAX = 50;

/** The modifications of a record, in the order in which they apply. */
export function readModifications(raw: unknown, anomalies: Anomalies): Modification[] {
  const items = itemsOf(raw, 'modification').slice(0, MOST);
  return items
    .flatMap((item) => {
      if (isFields(item)) return [readModification(item, anomalies)];
      anomalies.note('modifications', 'modification_illisible', item);
      return [];
    })
    .sort(inOrder);
}

function readModification(item: Fields, anomalies: Anomalies): Modification {
  const day = (champ: string, ...names: string[]): string | null =>
    anomalies.keep(champ, calendarDate(anomalies.scalar(champ, field(item, ...names))));
  return {
    id: shortLine(field(item, 'id'), ID_MAX),
    date_notification: day(
      'modifications.date_notification',
      'dateNotificationModification',
      'dateSignatureModification',
    ),
    date_publication: day('modifications.date_publication', 'datePublicationDonneesModification'),
    changement: readChange(item, anomalies),
  };
}

/**
 * What a modification changes. 0 or 1 euro is a placeholder for « unchanged », and so is 1 month beside it; a new value that
 * is given and cannot be served is null: the old one is no longer true.
 */
function readChange(item: Fields, anomalies: Anomalies): Changement {
  const changement: Changement = {};
  const amount = field(item, 'montant', 'valeurGlobale');
  const placeholder = is(amount, 0) || is(amount, 1);
  if (amount !== undefined) {
    const montant = readAmount('modifications.montant', amount, anomalies);
    if (!placeholder) changement.montant = montant;
  }
  const months = field(item, 'dureeMois');
  if (months !== undefined && !is(months, 0)) {
    if (placeholder && is(months, 1)) anomalies.note('modifications.duree_mois', 'duree_provisoire', months);
    else changement.duree_mois = readMonths('modifications.duree_mois', months, anomalies);
  }
  const titulaires = readHolders('modifications.titulaires', item, anomalies);
  if (titulaires.length > 0) changement.titulaires = titulaires;
  return changement;
}

function is(raw: unknown, value: number): boolean {
  return (typeof raw === 'string' || typeof raw === 'number') && Number(raw) === value;
}

/** By day of notification, else of publication (22 of a file of AIFE have no other), then by number. */
function inOrder(a: Modification, b: Modification): number {
  return compareTexts(dayOf(a), dayOf(b)) || compareIds(a.id, b.id);
}

function dayOf({ date_notification, date_publication }: Modification): string {
  return date_notification ?? date_publication ?? '';
}

function compareIds(a: string | null, b: string | null): number {
  const [left, right] = [Number(a ?? NaN), Number(b ?? NaN)];
  return Number.isNaN(left) || Number.isNaN(right) ? compareTexts(a ?? '', b ?? '') : left - right;
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

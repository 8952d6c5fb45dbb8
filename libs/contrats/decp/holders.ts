import { isSiren, siret } from '#sources/values/siret';
import type { Titulaire } from '../contrat.js';
import type { Anomalies } from './anomalies.js';
import { field, type Fields, isFields, itemsOf, part } from './fields.js';
import { shortLine } from './short-line.js';

/** The largest real group has under 60 holders. */
const MOST_HOLDERS = 500;
const NAME_MAX = 300;

/** Identifiers of companies that SIRENE does not know. */
const FOREIGN = /^(tahiti|ridet|frwf?|irep|hors[-_ ]?ue|ue)$/i;

/**
 * The holders of a contract in the order of the register, each once, in whichever shape the format gives the list. What is
 * no holder (`{"titulaire":"typeIdentifiant"}`, seen) is noted.
 * @param fields of a record or of a modification; those of a concession are `concessionnaires`.
 */
export function readHolders(champ: string, fields: Fields, anomalies: Anomalies): Titulaire[] {
  const titulaires = itemsOf(part(fields, 'titulaires'), 'titulaire');
  const items = titulaires.length > 0 ? titulaires : itemsOf(part(fields, 'concessionnaires'), 'concessionnaire');
  if (items.length > MOST_HOLDERS) anomalies.note(champ, 'titulaires_trop_nombreux', items.length);
  const holders = new Map<string, Titulaire>();
  for (const item of items.slice(0, MOST_HOLDERS)) {
    if (!isFields(item)) anomalies.note(champ, 'titulaire_illisible', item);
    else addHolder(holders, champ, item, anomalies);
  }
  return [...holders.values()];
}

function addHolder(holders: Map<string, Titulaire>, champ: string, item: Fields, anomalies: Anomalies): void {
  const id = anomalies.scalar(champ, field(item, 'id'));
  const nom = nameOf(field(item, 'denominationSociale', 'nom'));
  if (id === null && nom === null) {
    anomalies.note(champ, 'titulaire_illisible', item);
    return;
  }
  const holder = { ...identified(champ, id, field(item, 'typeIdentifiant'), anomalies), nom };
  const key = holder.siret ?? holder.siren ?? (id === null ? `nom ${nom ?? ''}` : `id ${String(id).trim()}`);
  const known = holders.get(key);
  if (known === undefined) holders.set(key, holder);
  else known.nom ??= nom;
}

function identified(
  champ: string,
  id: string | number | null,
  type: unknown,
  anomalies: Anomalies,
): { siret: string | null; siren: string | null } {
  if (id === null) return { siret: null, siren: null };
  const kind = typeof type === 'string' ? type.trim() : '';
  const compact = String(id)
    .replace(/[\s\u00A0.\-_]/g, '')
    .toUpperCase();
  const ofVat = /^FR[0-9A-Z]{2}(\d{9})$/.exec(compact)?.[1];
  if (ofVat !== undefined && isSiren(ofVat)) return { siret: null, siren: ofVat };
  if (FOREIGN.test(kind) || /^tva/i.test(kind)) return { siret: null, siren: null };
  const valid = anomalies.keep(champ, siret(siretText(id)));
  if (valid !== null) return { siret: valid, siren: valid.slice(0, 9) };
  return { siret: null, siren: isSiren(compact) ? compact : null };
}

/** As a JSON number a SIRET loses the zeros in front. */
export function siretText(id: string | number): string {
  return typeof id === 'number' && id >= 1e11 && id < 1e14 ? String(id).padStart(14, '0') : String(id);
}

function nameOf(raw: unknown): string | null {
  return shortLine(raw, NAME_MAX);
}

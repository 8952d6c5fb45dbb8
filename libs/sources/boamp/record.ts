import type { Rejection } from '../publication.js';
import { isObject, scalar } from './json.js';

/** One record of the dataset, its two embedded JSON texts opened. */
export interface BoampRecord {
  /** `26-85567`. */
  idweb: string;
  /** The flat fields of the record; v2.1 gives lists, v1 joined texts. */
  flat: Record<string, unknown>;
  gestion: unknown;
  donnees: unknown;
}

export type ReadRecord = { ok: true; record: BoampRecord } | { ok: false; rejection: Rejection };

const IDWEB = /^\d{2}-\d{1,7}$/;

/** A cited or own idweb in its canonical spelling, null when it is none (also `15_27549`, the record's `id`). */
export function idwebOf(raw: unknown): string | null {
  const value = scalar(raw);
  const text = value === null ? '' : String(value).trim().replace('_', '-');
  return IDWEB.test(text) ? text : null;
}

/** Opens the document of one record. Refuses what is not JSON, not a record, truncated or without identifier. */
export function readRecord(body: Buffer): ReadRecord {
  const whole = parsed(body);
  if (!isObject(whole)) return refused('malformed', 'the document is not a JSON object', null);
  const idweb = idwebOf(whole.idweb) ?? idwebOf(whole.id);
  if (idweb === null) return refused('incomplete', 'idweb is missing or is not of the form YY-n', null);
  const donnees = opened(whole.donnees);
  if (!isObject(donnees)) return refused('malformed', 'donnees is not a JSON object', idweb);
  const gestion = opened(whole.gestion ?? '{}');
  if (!isObject(gestion)) return refused('malformed', 'gestion is not a JSON object', idweb);
  return { ok: true, record: { idweb, flat: whole, gestion, donnees } };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function opened(embedded: unknown): unknown {
  if (typeof embedded !== 'string') return embedded;
  try {
    return UNSTORABLE.test(embedded) ? JSON.parse(embedded, storable) : JSON.parse(embedded);
  } catch {
    return undefined;
  }
}

/** Escapes of what PostgreSQL's jsonb refuses: NUL and lone surrogates (paired ones are looked at too, and kept). */
const UNSTORABLE = /\\u(?:0000|d[89a-f])/i;

function storable(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD') : value;
}

function refused(reason: Rejection['reason'], detail: string, identifiant: string | null): ReadRecord {
  return { ok: false, rejection: { reason, detail, identifiant } };
}

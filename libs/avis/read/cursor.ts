import { createHash } from 'node:crypto';
import { ContractError } from '#contract/errors';

/**
 * An opaque cursor: the version reached, a fingerprint of the filters and a checksum. It is no secret and gives no
 * right; the checksum tells a damaged cursor from one of other filters, both `invalid_cursor`.
 */
export function writeCursor(version: string, filters: object): string {
  const body = `${version}${fingerprint(filters)}`;
  return Buffer.from(body + checksum(body)).toString('base64url');
}

const VERSION_LENGTH = 27;
const VERSION = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const HASH_LENGTH = 16;

/**
 * The version that a cursor holds.
 * @param filters everything that chose the notices of the page before, in the same form; not the page's size.
 * @throws ContractError invalid_cursor.
 */
export function readCursor(cursor: string, filters: object): string {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const body = text.slice(0, VERSION_LENGTH + HASH_LENGTH);
  const version = body.slice(0, VERSION_LENGTH);
  // A text has one writing in base64url: a cursor with signs added or changed is not the one that was given.
  const intact = writeText(text) === cursor && text === body + checksum(body) && VERSION.test(version);
  if (!intact) throw invalidCursor('illisible');
  if (body.slice(VERSION_LENGTH) !== fingerprint(filters)) throw invalidCursor('employé avec d’autres filtres');
  return version;
}

function writeText(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64url');
}

/** Filters in one order, absent ones left out: the order of parameters and of codes changes nothing. */
function fingerprint(filters: object): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? [...(value as string[])].sort() : (value as unknown)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return checksum(JSON.stringify(given));
}

function checksum(text: string): string {
  return createHash('sha256').update('curseur/1').update(text).digest('hex').slice(0, HASH_LENGTH);
}

function invalidCursor(why: string): ContractError {
  return new ContractError(
    'invalid_cursor',
    `Paramètre « curseur » ${why} : passez meta.curseur_suivant inchangé avec les mêmes filtres, ou recommencez sans curseur.`,
  );
}

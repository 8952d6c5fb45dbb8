import { hash } from 'node:crypto';
import { ContractError } from '#contract/errors';

/**
 * An opaque cursor: where a walk stands, a fingerprint of the filters and a checksum. It is no secret and gives no
 * right; the checksum tells a damaged cursor from one of other filters, both `invalid_cursor`.
 * @param position Latin-1. @param fingerprint of the filters (`fingerprintOf`).
 */
export function writeCursor(position: string, fingerprint: string): string {
  const body = position + fingerprint;
  return encode(body + checksum(body));
}

const HASH_LENGTH = 16;

/**
 * The position that a cursor holds.
 * @param fingerprint of the filters given now.
 * @param read what a position says, or null when this list would not have written it: anybody can forge a checksum.
 * @throws ContractError invalid_cursor.
 */
export function readCursor<T>(cursor: string, fingerprint: string, read: (position: string) => T | null): T {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const body = text.slice(0, -HASH_LENGTH);
  const position = read(body.slice(0, -HASH_LENGTH));
  // A text has one writing in base64url: a cursor with signs added or changed is not the one that was given.
  if (position === null || encode(text) !== cursor || text !== body + checksum(body)) throw invalidCursor('illisible');
  if (body.slice(-HASH_LENGTH) !== fingerprint) throw invalidCursor('employé avec d’autres filtres');
  return position;
}

function encode(text: string): string {
  return Buffer.from(text, 'latin1').toString('base64url');
}

/**
 * What binds a cursor to its filters: everything that chose the items of a page, not the page's size. Absent ones are left
 * out; the order of parameters and of codes changes nothing.
 */
export function fingerprintOf(filters: object): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? [...(value as string[])].sort() : (value as unknown)])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return checksum(JSON.stringify(given));
}

function checksum(text: string): string {
  return hash('sha256', `curseur/1${text}`).slice(0, HASH_LENGTH);
}

function invalidCursor(why: string): ContractError {
  return new ContractError(
    'invalid_cursor',
    `Paramètre « curseur » ${why} : passez meta.curseur_suivant inchangé avec les mêmes filtres, ou recommencez sans curseur.`,
  );
}

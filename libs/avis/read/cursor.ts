import { createHash } from 'node:crypto';
import { ContractError } from '#contract/errors';

/** Where a walk stands, in texts of 27 characters. */
export interface WalkPosition {
  /** Version of the last notice given. */
  after: string;
  /** `synchronise_jusqu_a` of the walk's first page. */
  since: string;
}

/**
 * An opaque cursor: the position, a fingerprint of the filters and a checksum. It is no secret and gives no right; the
 * checksum tells a damaged cursor from one of other filters, both `invalid_cursor`.
 */
export function writeCursor({ after, since }: WalkPosition, filters: object): string {
  const body = `${after}${since}${fingerprint(filters)}`;
  return Buffer.from(body + checksum(body)).toString('base64url');
}

const VERSION_LENGTH = 27;
const VERSION = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;
const HASH_LENGTH = 16;

/**
 * The position that a cursor holds.
 * @param filters everything that chose the notices of the page before, in the same form; not the page's size.
 * @throws ContractError invalid_cursor.
 */
export function readCursor(cursor: string, filters: object): WalkPosition {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const position = { after: text.slice(0, VERSION_LENGTH), since: text.slice(VERSION_LENGTH, 2 * VERSION_LENGTH) };
  const hash = text.slice(2 * VERSION_LENGTH, 2 * VERSION_LENGTH + HASH_LENGTH);
  const body = `${position.after}${position.since}${hash}`;
  // A text has one writing in base64url: a cursor with signs added or changed is not the one that was given.
  const intact =
    writeText(text) === cursor &&
    text === body + checksum(body) &&
    VERSION.test(position.after) &&
    VERSION.test(position.since);
  if (!intact) throw invalidCursor('illisible');
  if (hash !== fingerprint(filters)) throw invalidCursor('employé avec d’autres filtres');
  return position;
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

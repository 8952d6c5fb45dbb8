import { readCursor, writeCursor } from './cursor.js';

/** Where a walk by version stands, in texts of 27 characters. */
export interface WalkPosition {
  /** Version of the last notice given. */
  after: string;
  /** `synchronise_jusqu_a` of the walk's first page. */
  since: string;
}

export function writeWalkCursor({ after, since }: WalkPosition, fingerprint: string): string {
  return writeCursor(after + since, fingerprint);
}

/** @throws ContractError invalid_cursor. */
export function readWalkCursor(cursor: string, fingerprint: string): WalkPosition {
  return readCursor(cursor, fingerprint, positionOf);
}

const VERSION_LENGTH = 27;
const VERSION = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

function positionOf(text: string): WalkPosition | null {
  const [after, since] = [text.slice(0, VERSION_LENGTH), text.slice(VERSION_LENGTH)];
  return VERSION.test(after) && VERSION.test(since) ? { after, since } : null;
}

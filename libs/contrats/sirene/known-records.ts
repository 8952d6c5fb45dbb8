const LINE_END = 0x0a;
const QUOTE = 0x22;
const ZERO = 0x30;
/** A record that is longer never closed its quote: it ends with its first line, and cannot be read. */
const LONGEST_RECORD = 100_000;

/**
 * Cuts a CSV file into records and keeps those whose first column is a SIREN asked for, or no SIREN at all: of 29 million
 * rows we know one in a hundred, and parsing the others takes ten times as long as passing over them.
 */
export class KnownRecords {
  #rest: Buffer = Buffer.alloc(0);
  /** Records passed so far, kept or not. */
  seen = 0;

  constructor(private readonly keeps: (siren: number) => boolean) {}

  /** @returns the records kept among those that end in this piece, each with its line end. */
  push(piece: Uint8Array): Buffer[] {
    const bytes = Buffer.concat([this.#rest, piece]);
    const kept: Buffer[] = [];
    let start = 0;
    let quote = bytes.indexOf(QUOTE);
    for (;;) {
      let inside = false;
      let end = -1;
      let firstEnd = -1;
      do {
        end = bytes.indexOf(LINE_END, end === -1 ? start : end + 1);
        if (firstEnd === -1) firstEnd = end;
        for (; quote !== -1 && quote < end; quote = bytes.indexOf(QUOTE, quote + 1)) inside = !inside;
      } while (inside && end !== -1 && end - start < LONGEST_RECORD);
      if (end === -1 && (firstEnd === -1 || bytes.length - start < LONGEST_RECORD)) break;
      if (inside || end === -1) {
        end = firstEnd;
        quote = bytes.indexOf(QUOTE, end + 1);
      }
      if (this.#keepsAt(bytes, start, end)) kept.push(bytes.subarray(start, end + 1));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
    if (this.#rest.length > 2 * LONGEST_RECORD) throw new Error('a line of more than 200,000 characters: no CSV file');
    return kept;
  }

  /** @returns the last record, when the file does not end with a line end. */
  end(): Buffer[] {
    const last = this.#rest;
    this.#rest = Buffer.alloc(0);
    return this.#keepsAt(last, 0, last.length) ? [last] : [];
  }

  #keepsAt(bytes: Buffer, start: number, end: number): boolean {
    if (end - start <= 1) return false;
    this.seen++;
    const first = bytes[start] === QUOTE ? start + 1 : start;
    let siren = 0;
    for (let at = first; at < first + 9; at++) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return true;
      siren = siren * 10 + digit;
    }
    return this.keeps(siren);
  }
}

import { isUtf8 } from 'node:buffer';
import { parseRecord } from './parse-record.js';
import { RegisterFault, type RecordReader, type RegisterRecord } from './register-record.js';

/** The largest real record is under 200 kB. Without a bound, one missing brace would gather the rest of the file. */
const RECORD_MAX = 8 * 1024 * 1024;

/** Keys of records: format 2019 `marches: […]`, format 2022 `marches: { marche: […], 'contrat-concession': […] }`. */
const LISTS: ReadonlySet<string> = new Set(['marches', 'marche', 'contrat-concession']);

const NEWLINE = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** A list, whose values are records, or an object, whose keys may name a list. */
interface Container {
  list: boolean;
  /** Of an object: the key of the next value; null while one is expected. */
  key: string | null;
}

/**
 * Cuts a JSON file into its records by counting braces over the bytes, and parses each by itself. What general streaming
 * parsers build token by token takes many times as long, ends at the first broken record, and does not keep the text that
 * the archive wants (docs/contrats.md). A line end ends a text that was not closed, so that in an indented file one stray
 * quote costs one record.
 */
export class JsonRecords implements RecordReader {
  private readonly open: Container[] = [];
  private started = false;
  private listSeen = false;
  /** Bytes of the value under way that came with earlier pieces, and how many bytes stood before them. */
  private rest: Buffer = Buffer.alloc(0);
  private passed = 0;

  private value: 'none' | 'record' | 'key' | 'passed over' = 'none';
  /** Where the value under way begins, in the bytes at hand. */
  private start = 0;
  private scalar = false;
  private depth = 0;
  private inString = false;
  private escaped = false;

  push(bytes: Buffer): RegisterRecord[] {
    const records: RegisterRecord[] = [];
    const text = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    let at = this.rest.length;
    while (at < text.length) {
      if (this.value === 'none') {
        at = this.between(text, at);
        continue;
      }
      at = this.scalar ? this.endOfScalar(text, at) : this.endOfValue(text, at);
      if (at === -1) break;
      if (this.value === 'record') records.push(recordOf(text.subarray(this.start, at)));
      if (this.value === 'key') this.name(keyOf(text.subarray(this.start, at)));
      this.value = 'none';
    }
    this.keep(text);
    return records;
  }

  end(): void {
    if (!this.started || this.open.length > 0)
      throw new RegisterFault(`the file is cut at byte ${this.passed + this.rest.length}`);
    if (!this.listSeen) throw new RegisterFault('the file holds no list of contracts');
  }

  private name(key: string): void {
    const inside = this.open.at(-1);
    if (inside !== undefined) inside.key = key;
  }

  private keep(text: Buffer): void {
    const from = this.value === 'record' || this.value === 'key' ? this.start : text.length;
    if (text.length - from > RECORD_MAX)
      throw new RegisterFault(
        `the record at byte ${this.passed + from} is over ${RECORD_MAX} bytes: the file is broken`,
      );
    this.rest = text.subarray(from);
    this.passed += from;
    this.start = 0;
  }

  /** One byte between values. @returns the next byte to read: the same when a value begins. */
  private between(text: Buffer, at: number): number {
    const byte = text[at] ?? NaN;
    const inside = this.open.at(-1);
    if (byte <= SPACE || byte === COLON) return at + 1;
    if (byte === COMMA) {
      if (inside !== undefined) inside.key = null;
      return at + 1;
    }
    if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (inside?.list === (byte === CLOSE_BRACKET)) this.open.pop();
      return at + 1;
    }
    return this.begin(inside, byte, at);
  }

  private begin(inside: Container | undefined, byte: number, at: number): number {
    const bracket = byte === OPEN_BRACKET;
    if (inside === undefined) {
      if (this.started || !(bracket || byte === OPEN_BRACE))
        throw new RegisterFault(`neither an object nor a list at byte ${this.passed + at}`);
      this.started = true;
      return this.enter(bracket, at);
    }
    if (inside.list) return bracket ? this.enter(true, at) : this.beginValue('record', byte, at);
    if (inside.key === null) {
      if (byte !== QUOTE) throw new RegisterFault(`a key is missing at byte ${this.passed + at}: the file is broken`);
      return this.beginValue('key', byte, at);
    }
    if (!LISTS.has(inside.key)) return this.beginValue('passed over', byte, at);
    if (bracket || (inside.key === 'marches' && byte === OPEN_BRACE)) return this.enter(bracket, at);
    // A list of one that a converter of XML wrote without its brackets.
    this.listSeen = true;
    return this.beginValue('record', byte, at);
  }

  private enter(list: boolean, at: number): number {
    this.open.push({ list, key: null });
    if (list) this.listSeen = true;
    return at + 1;
  }

  private beginValue(value: 'record' | 'key' | 'passed over', byte: number, at: number): number {
    this.value = value;
    this.start = at;
    this.scalar = byte !== QUOTE && byte !== OPEN_BRACE && byte !== OPEN_BRACKET;
    this.depth = 0;
    this.inString = false;
    this.escaped = false;
    return at;
  }

  /** @returns the byte behind a number, `true`, `false` or `null`; -1 when it is not at hand yet. */
  private endOfScalar(text: Buffer, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const byte = text[at] ?? NaN;
      if (byte <= SPACE || byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET) return at;
    }
    return -1;
  }

  /** @returns the byte behind an object, a list or a text; -1 when it is not at hand yet. The hot loop. */
  private endOfValue(text: Buffer, from: number): number {
    let { depth, inString, escaped } = this;
    for (let at = from; at < text.length; at += 1) {
      const byte = text[at] ?? NaN;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE || byte === NEWLINE) {
          inString = false;
          if (depth === 0) return at + 1;
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
      else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth -= 1;
        if (depth === 0) return at + 1;
      }
    }
    this.depth = depth;
    this.inString = inString;
    this.escaped = escaped;
    return -1;
  }
}

/** Text in another charset than UTF-8 is Latin-1: the C1 controls of Windows-1252 are mended with the values. */
function recordOf(bytes: Buffer): RegisterRecord {
  const body = bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1');
  const record = parseRecord(body);
  return { body: body.includes('\0') ? body.replaceAll('\0', '') : body, record };
}

function keyOf(bytes: Buffer): string {
  return bytes.toString('utf8', 1, bytes.length - 1);
}

import { CharsetFault, declaredCharset } from '#sources/xml/charset';
import { JsonRecords } from './json-records.js';
import { type RecordReader, RegisterFault, type RegisterRecord } from './register-record.js';
import { XmlRecords } from './xml-records.js';

/** Enough for a byte order mark, white space and an XML declaration. */
const HEAD = 1024;
/** A stream may give a whole file in one piece: what is read of it is handed on before the next part is. */
const PIECE = 256 * 1024;

/**
 * The records of one file of a register, as they come, in memory that does not grow with the file: JSON of format 2019
 * (`{"marches":[…]}`, a bare list) and of 2022 (`{"marches":{"marche":[…],"contrat-concession":[…]}}`), XML of the same
 * models, told by the first bytes. A record that cannot be read has `record: undefined` and does not stop the file.
 * Throws RegisterFault behind the records before it when the file is cut, broken between records, or is no register.
 */
export async function* recordsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<RegisterRecord, void, undefined> {
  let head = Buffer.alloc(0);
  let reader: RecordReader | null = null;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (reader !== null) yield* read(reader, bytes);
    else {
      head = Buffer.concat([head, bytes]);
      if (head.length >= HEAD) {
        reader = readerOf(head);
        yield* read(reader, withoutMark(head));
      }
    }
  }
  if (reader === null) {
    reader = readerOf(head);
    yield* read(reader, withoutMark(head));
  }
  reader.end();
}

function* read(reader: RecordReader, bytes: Buffer): Generator<RegisterRecord, void, undefined> {
  for (let at = 0; at < bytes.length; at += PIECE) yield* reader.push(bytes.subarray(at, at + PIECE));
}

function readerOf(head: Buffer): RecordReader {
  const text = head.toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '');
  const first = text.replaceAll('\0', '').trimStart()[0];
  if (first === '{' || first === '[') {
    if (text.includes('\0')) throw new RegisterFault('JSON in another charset than UTF-8');
    return new JsonRecords();
  }
  if (first === '<' || head[0] === 0xff || head[0] === 0xfe) return new XmlRecords(charsetOf(head));
  if (first === undefined) throw new RegisterFault('the file is empty');
  throw new RegisterFault('neither JSON nor XML');
}

function charsetOf(head: Buffer): string {
  try {
    return declaredCharset(head);
  } catch (error) {
    if (error instanceof CharsetFault) throw new RegisterFault(error.message);
    throw error;
  }
}

function withoutMark(head: Buffer): Buffer {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}

/**
 * Long texts as the bytes that PostgreSQL sent, for those who pass them on. The driver decodes every value into a string;
 * JavaScript keeps one with any letter beyond Latin-1 (’, œ, €) on two bytes a character, and writes it to a socket by
 * encoding it anew: 0.65 ms of processor for a page of 120 kB, 0.1 as bytes (docs/performance.md).
 */
import pg from 'pg';
import type { Duplex } from 'node:stream';
import { BufferReader } from 'pg-protocol/dist/buffer-reader.js';
import { Parser } from 'pg-protocol/dist/parser.js';

/** Shorter values are decoded as ever, in bytes. */
const LONG = 16 * 1024;

type TypeParser = (value: string) => unknown;

/** A parser of texts that is given long values as bytes. */
export function decodingLong(parse: TypeParser): TypeParser {
  return (value: string | Buffer) => parse(typeof value === 'string' ? value : value.toString());
}

/** What we change of the driver's connection, named as in its own code. */
interface DriverConnection {
  attachListeners(stream: Duplex): void;
  emit(event: string, message: unknown): void;
}

/** The driver's client, whose type parsers are given a Buffer where a value is long. */
export class LongValuesClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: DriverConnection };
    connection.attachListeners = (stream) => {
      const parser = new Parser();
      parser['reader'] = new LongValuesReader();
      stream.on('data', (chunk: Buffer) => {
        parser.parse(chunk, (message) => {
          connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
        });
      });
    };
  }
}

class LongValuesReader extends BufferReader {
  override string(length: number): string {
    if (length < LONG) return super.string(length);
    // A copy: the parser writes over what it has read.
    return Buffer.from(this.bytes(length)) as unknown as string;
  }
}

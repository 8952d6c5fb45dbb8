import { recordsOf } from '../records.js';
import type { RegisterRecord } from '../register-record.js';

/** Reads a whole file given in pieces of some size: what it holds, and the error that it ends with. */
export async function readFile(
  file: string | Buffer,
  pieceSize = Infinity,
): Promise<{ records: RegisterRecord[]; error: unknown }> {
  const records: RegisterRecord[] = [];
  try {
    for await (const record of recordsOf(pieces(Buffer.from(file), pieceSize))) records.push(record);
    return { records, error: null };
  } catch (error) {
    return { records, error };
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- a stream
async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, Math.min(at + size, bytes.length));
}

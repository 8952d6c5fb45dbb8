import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** Characters handed on at a time. */
const PIECE = 64 * 1024;
const MTIME = new Date('2026-01-01T00:00:00Z');

/** A zip of one file, made as it is read: memory does not grow with it. @param name of the file within. */
export async function* zipped(name: string, lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  zip.on('error', (error) => zip.outputStream.emit('error', error));
  zip.addReadStreamLazy(name, { mtime: MTIME, compressionLevel: 1 }, (give) => {
    give(null, Readable.from(pieces(lines), { objectMode: false }));
  });
  zip.end();
  for await (const piece of zip.outputStream) yield piece as Uint8Array;
}

async function* pieces(lines: Iterable<string>): AsyncGenerator<Buffer> {
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield Buffer.from(piece);
    piece = '';
    // Other requests are answered meanwhile.
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield Buffer.from(piece);
}

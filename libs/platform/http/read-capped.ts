import type { Readable } from 'node:stream';
import { AttemptFault } from './fault.js';

/** Reads a body to its end, or stops as soon as it is over the cap: what it announces is not believed. */
export async function readCapped(body: Readable, maxBytes: number, url: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) {
      body.destroy();
      throw new AttemptFault('too_large', `The answer of ${url} is larger than ${maxBytes} bytes`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size);
}

import { createReadStream } from 'node:fs';

const CHUNK = 1 << 20;
const END_OF_LINE = 0x0a;

/**
 * The whole lines of a file as UTF-8 bytes, without their end; none when the file does not exist. A last line without
 * end is left out. Not `readline`: it also cuts at U+2028 and U+2029, which JSON texts may hold as they are.
 */
export async function* readLines(path: string): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(END_OF_LINE); end !== -1; end = chunk.indexOf(END_OF_LINE, start)) {
        const part = chunk.subarray(start, end);
        yield begun.length === 0 ? part : Buffer.concat([...begun, part]);
        begun = [];
        start = end + 1;
      }
      if (start < chunk.length) begun.push(chunk.subarray(start));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

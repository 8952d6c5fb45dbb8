import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Refusal } from '../refusal.js';

/**
 * The lines of a file, or of what is piped in for `-`. Opened when the first is asked for: readline loses those that come
 * before somebody listens. @throws Refusal when there is no such file.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  if (file !== '-' && (await stat(file).catch(() => null))?.isFile() !== true) {
    throw new Refusal(`No file ${file}: give the path of a file of JSON lines, or - to pipe them in.`);
  }
  yield* createInterface({ input: file === '-' ? process.stdin : createReadStream(file), crlfDelay: Infinity });
}

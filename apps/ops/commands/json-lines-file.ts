import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Refusal } from '../refusal.js';

/** The lines of a file, or of what is piped in for `-`. @throws Refusal when there is no such file. */
export async function linesOf(file: string): Promise<AsyncIterable<string>> {
  if (file === '-') return createInterface({ input: process.stdin, crlfDelay: Infinity });
  const found = await stat(file).catch(() => null);
  if (found?.isFile() !== true)
    throw new Refusal(`No file ${file}: give the path of a file of JSON lines, or - to pipe them in.`);
  return createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

import { open } from 'node:fs/promises';
import type { AvisSynchronise } from '../answers.js';
import { readLines } from './lines.js';
import type { Position } from './position.js';

/** One line of the journal: a page and the position after it. It counts once its end of line is written. */
export interface Entry {
  /** First line of a journal that goes on from the complete copy beside it. */
  afterCopy?: true;
  position: Position;
  avis: readonly AvisSynchronise[];
}

export interface Journal {
  /** Of the last whole entry; null when there is none. */
  position: Position | null;
  /** Whether it goes on from a copy, without which it means nothing. */
  afterCopy: boolean;
  append(entry: Entry): Promise<void>;
  close(): Promise<void>;
}

/** Opens a journal to go on, after cutting the torn last line that a kill may have left. */
export async function openJournal(path: string): Promise<Journal> {
  let whole = 0;
  let first: Buffer | null = null;
  let last: Buffer | null = null;
  for await (const line of readLines(path)) {
    whole += line.length + 1;
    first ??= line;
    last = line;
  }
  const file = await open(path, 'a');
  await file.truncate(whole);
  const journal: Journal = {
    position: last === null ? null : parseEntry(last).position,
    afterCopy: first !== null && parseEntry(first).afterCopy === true,
    async append(entry) {
      await file.appendFile(`${JSON.stringify(entry)}\n`);
      await file.datasync();
      journal.position = entry.position;
    },
    close: () => file.close(),
  };
  return journal;
}

/** The whole entries of a journal, in order. */
export async function* readEntries(path: string): AsyncGenerator<Entry> {
  for await (const line of readLines(path)) yield parseEntry(line);
}

function parseEntry(line: Buffer): Entry {
  return JSON.parse(line.toString('utf8')) as Entry;
}

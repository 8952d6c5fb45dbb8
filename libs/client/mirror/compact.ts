import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { AvisSynchronise } from '../answers.js';
import { readEntries } from './journal.js';
import { readLines } from './lines.js';

/** The last version of a notice in the journal, and the full copy that last saw it. */
interface Latest {
  version: string;
  pass: number;
}

/**
 * The lines of the copy that a journal makes of the former one: of each notice, the greatest version; of those that
 * the journal does not show since the full copy `pass` began, none when the former copy is older than it.
 * Only the journal's ids are held in memory, never the notices.
 */
export async function* mergedLines(copyPath: string, journalPath: string, pass: number): AsyncGenerator<string> {
  const { latest, copyPass } = await readLatest(journalPath);
  for await (const line of readLines(copyPath)) {
    const text = line.toString('utf8');
    const { id, version } = JSON.parse(text) as AvisSynchronise;
    const newer = latest.get(id);
    if (newer === undefined) {
      if (copyPass === pass) yield text;
    } else if (newer.pass === pass && version >= newer.version) {
      latest.delete(id);
      yield text;
    }
  }
  for await (const { avis } of readEntries(journalPath)) {
    for (const one of avis) {
      const wanted = latest.get(one.id);
      if (wanted?.version !== one.version || wanted.pass !== pass) continue;
      latest.delete(one.id);
      yield JSON.stringify(one);
    }
  }
}

async function readLatest(journalPath: string): Promise<{ latest: Map<string, Latest>; copyPass: number | null }> {
  const latest = new Map<string, Latest>();
  let copyPass: number | null = null;
  for await (const { afterCopy, position, avis } of readEntries(journalPath)) {
    if (afterCopy === true) copyPass = position.pass;
    for (const { id, version } of avis) {
      const known = latest.get(id);
      const greatest = known !== undefined && known.version > version ? known.version : version;
      latest.set(id, { version: greatest, pass: position.pass });
    }
  }
  return { latest, copyPass };
}

/** Writes lines beside a file, then puts them in its place at once: a reader sees the former file or the new one. */
export async function replaceFile(path: string, lines: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const beside = `${path}.tmp`;
  const stream = createWriteStream(beside);
  for await (const line of lines) {
    if (!stream.write(`${line}\n`)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
  await flush(beside);
  await rename(beside, path);
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

import { access, realpath, truncate } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { mergedLines, replaceFile } from './compact.js';
import { openJournal, type Entry, type Journal } from './journal.js';
import { lock } from './lock.js';
import type { Position } from './position.js';
import { TargetBusyError, type Target } from './target.js';

/**
 * `fichier.ndjson` is the last complete copy, one notice a line in no given order, replaced at once at the end of a
 * synchronisation; `fichier.ndjson.journal` holds the pages since, in order. Retired notices stay as their reduced form.
 * Without the copy that it goes on from, a journal is dropped and everything copied again.
 * @throws TargetBusyError (among processes of this machine); Error when the file is not the copy of a mirror.
 */
export async function openNdjson(path: string): Promise<Target> {
  const copy = join(await realpath(dirname(resolve(path))), basename(path));
  const journalPath = `${copy}.journal`;
  const held = await lock(copy);
  if (held === null) throw new TargetBusyError(path);
  let journal: Journal;
  try {
    journal = await openBeside(copy, journalPath);
  } catch (error) {
    await held.release();
    throw error;
  }
  return {
    readPosition: () => Promise.resolve(journal.position),
    write: (avis, position) => journal.append({ position, avis }),
    async finish(position: Position) {
      // Killed between the two replacements, the journal is merged again into a copy that holds it: the same copy.
      await replaceFile(copy, mergedLines(copy, journalPath, position.pass));
      await journal.close();
      await replaceFile(journalPath, [JSON.stringify({ afterCopy: true, position, avis: [] } satisfies Entry)]);
      journal = await openJournal(journalPath);
    },
    async close() {
      await journal.close();
      await held.release();
    },
  };
}

async function openBeside(copy: string, journalPath: string): Promise<Journal> {
  const copied = await exists(copy);
  if (copied && !(await exists(journalPath))) {
    throw new Error(`${copy} existe déjà et n’est pas la copie d’un miroir : choisissez un autre nom.`);
  }
  const journal = await openJournal(journalPath);
  if (copied || !journal.afterCopy) return journal;
  await journal.close();
  await truncate(journalPath);
  return openJournal(journalPath);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Downloader } from './open-file.js';

/** A file on this machine. */
export interface LocalFile {
  path: string;
  /** As its publisher tells it: ETag, else date and size; null when it tells neither. The same state is the same bytes. */
  etat: string | null;
}

export interface CopyOptions {
  /** Where copies are kept, one a file. */
  folder: string;
  /** State of the edition that was opened last, of which a copy may be here; null when there is none. */
  known: string | null;
  /** That edition need not be fetched again, even if there is no copy: who asks has read it to its end. */
  done: boolean;
  signal: AbortSignal;
  /** Told as it comes: bytes taken, and how many there are; null when the publisher does not say. */
  onBytes: (taken: number, total: number | null) => void;
}

/**
 * Brings a file here (but for what `done` says), to be read in any order and more than once: archives tell at their end what they hold. An edition of
 * which the copy is here is not fetched again; a path on this machine stays where it is.
 * @throws HttpFault, or the file system's error.
 */
export async function localCopy(http: Downloader, adresse: string, options: CopyOptions): Promise<LocalFile> {
  if (!isRemote(adresse)) {
    const { size, mtime } = await stat(adresse);
    return { path: adresse, etat: `${mtime.toISOString()} ${size}` };
  }
  const { folder, known, done, signal, onBytes } = options;
  const held = pathOf(folder, adresse, known ?? '');
  // Only an ETag is asked about: a date alone does not say that two editions of one second are the same.
  const etag = known !== null && /^(?:W\/)?"/.test(known) && (done || (await exists(held))) ? known : null;
  const download = await http.download(adresse, { etag }, signal);
  if (download === null) return { path: held, etat: etag };
  const { lastModified, bytes, body } = download;
  const etat = download.etag ?? (lastModified === null ? null : `${lastModified} ${bytes ?? ''}`);
  const path = pathOf(folder, adresse, etat ?? '');
  await mkdir(folder, { recursive: true });
  await forget(folder, adresse);
  // Another process may be fetching the same: each into a file of its own, the last to end names it.
  const part = `${path}.${randomUUID()}.part`;
  try {
    await pipeline(counted(body, bytes, onBytes), createWriteStream(part), { signal });
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
  return { path, etat };
}

/** @throws HttpFault, or the file system's error, when a file cannot be opened. */
export async function isThere(http: Downloader, adresse: string, signal: AbortSignal): Promise<void> {
  if (!isRemote(adresse)) {
    await stat(adresse);
    return;
  }
  const download = await http.download(adresse, {}, signal);
  // Its first piece is enough: the transfer ends.
  for await (const _ of download?.body ?? []) break;
}

const isRemote = (adresse: string): boolean => /^https?:\/\//i.test(adresse);

/** One name an edition: what is read is never what another process has just put in its place. */
function pathOf(folder: string, adresse: string, etat: string): string {
  return join(
    folder,
    `${prefixOf(adresse)}${digest(etat)}-${basename(new URL(adresse).pathname).replace(/[^\w.-]/g, '_')}`,
  );
}

const prefixOf = (adresse: string): string => `${digest(adresse)}-`;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Takes earlier editions of the file away: each is gigabytes. */
async function forget(folder: string, adresse: string): Promise<void> {
  const old = (await readdir(folder)).filter((name) => name.startsWith(prefixOf(adresse)) && !name.endsWith('.part'));
  for (const name of old) await rm(join(folder, name), { force: true });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function* counted(
  body: AsyncIterable<Uint8Array>,
  total: number | null,
  onBytes: CopyOptions['onBytes'],
): AsyncGenerator<Uint8Array> {
  let taken = 0;
  for await (const piece of body) {
    onBytes((taken += piece.length), total);
    yield piece;
  }
}

import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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
  signal: AbortSignal;
  /** Told as it comes: bytes taken, and how many there are; null when the publisher does not say. */
  onBytes: (taken: number, total: number | null) => void;
}

/**
 * Brings a file here, to be read in any order and more than once: archives tell at their end what they hold. A copy that is
 * still what the publisher has is not fetched again; a path on this machine stays where it is.
 * @throws HttpFault, or the file system's error.
 */
export async function localCopy(http: Downloader, adresse: string, options: CopyOptions): Promise<LocalFile> {
  if (!isRemote(adresse)) {
    const { size, mtime } = await stat(adresse);
    return { path: adresse, etat: `${mtime.toISOString()} ${size}` };
  }
  const { folder, signal, onBytes } = options;
  const path = join(folder, basename(new URL(adresse).pathname).replace(/[^\w.-]/g, '_') || 'stock');
  const held = await heldCopy(path, adresse);
  const download = await http.download(adresse, { etag: held }, signal);
  if (download === null) return { path, etat: held };
  const { etag, lastModified, bytes, body } = download;
  const etat = etag ?? (lastModified === null ? null : `${lastModified} ${bytes ?? ''}`);
  await mkdir(folder, { recursive: true });
  await rm(stateOf(path), { force: true });
  await pipeline(counted(body, bytes, onBytes), createWriteStream(`${path}.part`), { signal });
  await rename(`${path}.part`, path);
  if (etag !== null) await writeFile(stateOf(path), JSON.stringify({ adresse, etag }));
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
const stateOf = (path: string): string => `${path}.etat`;

/** ETag of the copy that is here; null when there is none, or of another address. */
async function heldCopy(path: string, adresse: string): Promise<string | null> {
  try {
    await stat(path);
    const state = JSON.parse(await readFile(stateOf(path), 'utf8')) as { adresse?: unknown; etag?: unknown };
    return state.adresse === adresse && typeof state.etag === 'string' ? state.etag : null;
  } catch {
    return null;
  }
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

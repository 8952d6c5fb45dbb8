import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Download, DownloadOptions } from '#platform/http/download';

/** What opens files of the network: the HTTP gateway. */
export interface Downloader {
  download(url: string, options: DownloadOptions, signal: AbortSignal): Promise<Download | null>;
}

/** A file of a register, open. */
export interface OpenFile {
  /** As its publisher tells it: ETag, else date and size; null when it tells neither. The same state is the same bytes. */
  etat: string | null;
  /** Size as it is sent, compressed or not; null when not told. */
  octets: number | null;
  /** Its text, decompressed; `onBytes` is told how many bytes as sent were taken. */
  body: AsyncIterable<Uint8Array>;
}

/**
 * Opens a file by its address, or by its path on this machine.
 * @param known state of the last import; null reads it whatever it was.
 * @returns null when it is in that state still.
 * @throws HttpFault, or the file system's error.
 */
export async function openFile(
  http: Downloader,
  adresse: string,
  { known, signal, onBytes }: { known: string | null; signal: AbortSignal; onBytes: (taken: number) => void },
): Promise<OpenFile | null> {
  const remote = /^https?:\/\//i.test(adresse);
  const opened = remote ? await overHttp(http, adresse, known, signal) : await onDisk(adresse, signal);
  if (opened === null) return null;
  if (known !== null && opened.etat === known) {
    // A server that does not know conditions sends it all the same.
    await opened.body[Symbol.asyncIterator]().return?.();
    return null;
  }
  return { ...opened, body: decompressed(counted(opened.body, onBytes)) };
}

async function overHttp(
  http: Downloader,
  adresse: string,
  known: string | null,
  signal: AbortSignal,
): Promise<OpenFile | null> {
  const download = await http.download(adresse, conditionOf(known), signal);
  if (download === null) return null;
  const { etag, lastModified, bytes, body } = download;
  const etat = etag ?? (lastModified === null ? null : `${lastModified} ${bytes ?? ''}`);
  return { etat, octets: bytes, body };
}

/** Only an ETag is asked about: a date alone does not say that two editions of one second are the same. */
function conditionOf(known: string | null): DownloadOptions {
  return known !== null && /^(?:W\/)?"/.test(known) ? { etag: known } : {};
}

async function onDisk(path: string, signal: AbortSignal): Promise<OpenFile> {
  const { size, mtime } = await stat(path);
  const body = createReadStream(path, { highWaterMark: 1 << 18, signal });
  return { etat: `${mtime.toISOString()} ${size}`, octets: size, body: body as AsyncIterable<Uint8Array> };
}

async function* counted(body: AsyncIterable<Uint8Array>, onBytes: (taken: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    onBytes(piece.length);
    yield piece;
  }
}

/** A gzip file is known by its first bytes, whatever its name. */
async function* decompressed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) return;
  const whole = resumed(first.value, pieces);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) {
    yield* whole;
    return;
  }
  const source = Readable.from(whole, { objectMode: false });
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  try {
    yield* plain as AsyncIterable<Uint8Array>;
  } finally {
    source.destroy();
  }
}

async function* resumed(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

import { pipeline, type Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';

/** The body as it was before `Content-Encoding`; a fault of either stream ends the other. */
export function decompressed(body: Readable, encoding: string | string[] | undefined): Readable {
  const stage = encoding === 'gzip' ? createGunzip() : encoding === 'deflate' ? createInflate() : null;
  if (stage === null) return body;
  return pipeline(body, stage, () => undefined);
}

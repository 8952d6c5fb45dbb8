import type { IncomingHttpHeaders } from 'node:http';

/** The key of a request: `X-API-Key`, else `Authorization: Bearer`. Null when neither holds one. */
export function keyOf(headers: IncomingHttpHeaders): string | null {
  const own = headers['x-api-key'];
  if (typeof own === 'string' && own.trim() !== '') return own.trim();
  const [, bearer] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  return bearer ?? null;
}

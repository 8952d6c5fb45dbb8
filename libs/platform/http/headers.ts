import type { IncomingHttpHeaders } from 'node:http';
import type { HttpAnswer, HttpOptions } from '#sources/adapter';

type Header = string | string[] | undefined;

/** What a request asks for. */
export function askedHeaders(options: HttpOptions): Record<string, string> {
  const { accept = '*/*', cookie, ifNoneMatch, ifModifiedSince } = options;
  return {
    accept,
    'accept-encoding': 'gzip, deflate',
    ...(cookie === undefined ? {} : { cookie }),
    ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    ...(ifModifiedSince === undefined ? {} : { 'if-modified-since': ifModifiedSince }),
  };
}

/** Whether a 304 answers the request; unasked for, it is a fault like any other status. */
export function isConditional({ ifNoneMatch, ifModifiedSince }: HttpOptions): boolean {
  return ifNoneMatch !== undefined || ifModifiedSince !== undefined;
}

/** What an answer says of its body. */
export function toldHeaders(headers: IncomingHttpHeaders): Omit<HttpAnswer, 'status' | 'body'> {
  const cookies = cookiesOf(headers['set-cookie']);
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(first(headers['content-type']) ?? '')?.[1]?.toLowerCase();
  const etag = first(headers.etag);
  const lastModified = first(headers['last-modified']);
  return {
    type: mediaType(headers['content-type']),
    ...(charset === undefined ? {} : { charset }),
    ...(cookies.length === 0 ? {} : { cookies }),
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
  };
}

/** `Application/JSON; charset=utf-8` -> `application/json`. */
function mediaType(header: Header): string {
  return first(header)?.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** `PHPSESSID=x; path=/; HttpOnly` -> `PHPSESSID=x`. */
function cookiesOf(header: Header): string[] {
  return [header ?? []].flat().map((cookie) => cookie.split(';')[0]?.trim() ?? '');
}

function first(header: Header): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

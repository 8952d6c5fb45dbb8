/** What a route answers; a stream of texts, or of bytes, is sent with back-pressure and never held whole. */
export interface Answer {
  status: number;
  type: string;
  body: string | AsyncIterable<string | Uint8Array>;
  /** How the text becomes bytes; default UTF-8. Of a stream of bytes: `latin1`. */
  encoding?: 'latin1';
  /** Besides the type: `set-cookie`, `etag`… */
  headers?: Readonly<Record<string, string>>;
}

export interface Ask {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  /** Body of a POST, as text. */
  body: string;
  /** `http://host:port` as the client wrote it. */
  origin: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export function json(status: number, value: unknown): Answer {
  return { status, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}

/** A refused request; the interfaces' own error bodies. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly answer: Answer) {
    super(`refused with ${answer.status}`);
  }
}

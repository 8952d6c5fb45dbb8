import type { Normalised } from './publication.js';
import type { SourceCode } from './registry.js';

/**
 * The formats that the archive can hold; each has exactly one `normalise`. `atexo-row`: one row of the list page, HTML;
 * `atexo-item`: one item of the portal's RSS; `rss-item`: one RSS `<item>` or Atom `<entry>`; `ocds-release`: one release.
 */
export const DOCUMENT_FORMATS = [
  'boamp-json',
  'eforms-xml',
  'ted-export-xml',
  'atexo-row',
  'atexo-item',
  'rss-item',
  'ocds-release',
] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** One document exactly as its source gave it: the archive's unit. */
export interface RawDocument {
  source: SourceCode;
  /** The source's identifier as far as the listing tells it; `normalise` has the last word. */
  identifiant: string;
  format: DocumentFormat;
  /** Where it was read, for the operator. */
  url: string;
  body: Buffer;
}

/** Where a source's collection stands; JSON, understood only by its own adapter. Stored with the archive's batch. */
export type Position = Readonly<Record<string, unknown>>;

/** A batch of documents and the position reached once they are archived: both are stored in one transaction. */
export interface CollectedBatch {
  documents: RawDocument[];
  position: Position;
  /** What could not be read although the listing announced it, with the reason; counted in the run's report. */
  faults: CollectFault[];
  /** Share of the run that is done, 0 to 1, when the source lets us know. */
  progress: number | null;
  /**
   * With the last batch of a walk over everything that the source publishes as open: the identifiers of all of it, in the
   * spelling of `Publication.identifiant`. What we hold as open and is not among them is no longer published. Absent where
   * the source shows only a window of time: absence says nothing there.
   */
  inventory?: string[];
}

export interface CollectFault {
  identifiant: string | null;
  url: string;
  reason: string;
}

/** The one way out to the network. Throws `HttpFault` with a stated reason after its retries. */
export interface HttpClient {
  get(url: string, options?: HttpOptions): Promise<HttpAnswer>;
  post(url: string, json: unknown, options?: HttpOptions): Promise<HttpAnswer>;
  /** Posts a form as a browser does, `application/x-www-form-urlencoded`. */
  postForm(url: string, fields: Readonly<Record<string, string>>, options?: HttpOptions): Promise<HttpAnswer>;
}

export interface HttpOptions {
  accept?: string;
  /** Largest body accepted, in bytes; default set by the client. */
  maxBytes?: number;
  /** Header `Cookie`, sent as it is: a portal that pages by post-backs keeps its session there. */
  cookie?: string;
  /** `If-None-Match`, `If-Modified-Since`: what the last answer said of itself. The answer may then be a 304, without body. */
  ifNoneMatch?: string;
  ifModifiedSince?: string;
}

export interface HttpAnswer {
  status: number;
  /** Media type without parameters, lower case; empty when not given. */
  type: string;
  /** `charset` of the media type, lower case; absent when not given. */
  charset?: string;
  body: Buffer;
  /** `name=value` of each `Set-Cookie`, without its attributes; absent when there is none. */
  cookies?: readonly string[];
  /** `ETag` and `Last-Modified` as they are; absent when not given. */
  etag?: string;
  lastModified?: string;
}

/** What went wrong with a source's server, after retries: a closed list, shown in run reports. */
export type HttpFaultReason = 'timeout' | 'refused' | 'status' | 'too_large' | 'aborted';

export class HttpFault extends Error {
  override readonly name = 'HttpFault';
  constructor(
    readonly reason: HttpFaultReason,
    message: string,
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/** A source's answer that is not what its interface promises (an error page with status 200, malformed JSON…). */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

export interface CollectContext {
  http: HttpClient;
  /** Where the previous run ended; null on the first. */
  position: Position | null;
  /** First day to collect when there is no position, YYYY-MM-DD in Paris. */
  since: string;
  /** The current instant. */
  now: Date;
  signal: AbortSignal;
}

/** Asks a source for what is new. Effects only through `context.http`. */
export type Collect = (context: CollectContext) => AsyncIterable<CollectedBatch>;

/** Turns a raw document into a publication or a stated rejection. Pure; never throws. */
export type Normalise = (document: Pick<RawDocument, 'source' | 'identifiant' | 'format' | 'body'>) => Normalised;

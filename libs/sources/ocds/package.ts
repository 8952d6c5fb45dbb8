import { type HttpClient, UnexpectedAnswer } from '../adapter.js';
import { line } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { instantOf } from './instant.js';
import { at, isNode } from './json.js';
import { elementsOf } from './slices.js';

/** A page of 1,000 releases at some 10 kB each is 10 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Longest name of a publisher that is kept. */
const NAME_MAX = 200;

/** One element of `releases`. */
export interface ReleaseText {
  /** As the publisher wrote it. */
  text: string;
  /** The same, read; anything that JSON can hold. */
  value: unknown;
  /** Milliseconds of its `date`; null when it has none that can be read. */
  date: number | null;
}

/** One release package: a page of a publisher's releases. */
export interface ReleasePackage {
  releases: ReleaseText[];
  /** `links.next` as written; null on the last page. */
  next: unknown;
  editeur: string | null;
  /** Address of the package's licence. */
  licence: string | null;
  /** What the server says of this state of the page; null when it says nothing. */
  marque: Marque | null;
}

/** By what a server tells whether a page changed since: its `ETag` and `Last-Modified`, as they are. */
export interface Marque {
  etag: string | null;
  modifie: string | null;
}

/**
 * Reads one page. Throws UnexpectedAnswer, which names the place, when it is no OCDS release package.
 * @param known the state of the page that was read before, if any. @returns null when the page is still in that state.
 */
export async function fetchPackage(
  http: HttpClient,
  url: string,
  known: Marque | null = null,
): Promise<ReleasePackage | null> {
  const { status, type, body, etag, lastModified } = await http.get(url, {
    accept: 'application/json',
    maxBytes: MAX_BYTES,
    ...(known?.etag == null ? {} : { ifNoneMatch: known.etag }),
    ...(known?.modifie == null ? {} : { ifModifiedSince: known.modifie }),
  });
  if (status === 304 && known !== null) return null;
  if (status !== 200) throw new UnexpectedAnswer(`${url}: status ${status}`);
  if (/html/.test(type)) throw new UnexpectedAnswer(`${url}: an HTML page instead of JSON`);
  const said = etag !== undefined || lastModified !== undefined;
  return {
    ...readPackage(body, url),
    marque: said ? { etag: etag ?? null, modifie: lastModified ?? null } : null,
  };
}

/** @param url for the reasons. */
function readPackage(body: Buffer, url: string): Omit<ReleasePackage, 'marque'> {
  const json = decoded(body, url);
  const root = parsed(json, url);
  if (!isNode(root)) throw new UnexpectedAnswer(`${url}: expected a JSON object, an OCDS release package`);
  const releases = at(root, 'releases');
  if (!Array.isArray(releases)) {
    const other = at(root, 'records') === undefined ? '' : ' (this is a record package; release packages are read)';
    throw new UnexpectedAnswer(`${url}: expected a list in "releases"${other}`);
  }
  const written = elementsOf(json, 'releases');
  return {
    releases: (releases as unknown[]).map((value, index) => ({
      text: written[index] ?? JSON.stringify(value),
      value,
      date: instantOf(at(value, 'date')),
    })),
    next: at(root, 'links', 'next') ?? null,
    editeur: line(at(root, 'publisher', 'name'))?.slice(0, NAME_MAX) ?? null,
    licence: httpUrl(at(root, 'license')).value,
  };
}

function decoded(body: Buffer, url: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new UnexpectedAnswer(`${url}: not UTF-8`);
  }
}

function parsed(json: string, url: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new UnexpectedAnswer(`${url}: not JSON (${error instanceof Error ? error.message.slice(0, 200) : ''})`);
  }
}

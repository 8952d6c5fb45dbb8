import { type HttpClient, UnexpectedAnswer } from '../adapter.js';
import { line } from '../values/text.js';
import { httpUrl } from '../values/url.js';
import { instantOf } from './instant.js';
import { at, isNode } from './json.js';
import { elementsOf } from './slices.js';

/** A page of 1,000 releases at some 10 kB each is 10 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

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
}

/** Reads one page. Throws UnexpectedAnswer, which names the place, when it is no OCDS release package. */
export async function fetchPackage(http: HttpClient, url: string): Promise<ReleasePackage> {
  const { status, type, body } = await http.get(url, { accept: 'application/json', maxBytes: MAX_BYTES });
  if (status !== 200) throw new UnexpectedAnswer(`${url}: status ${status}`);
  if (/html/.test(type)) throw new UnexpectedAnswer(`${url}: an HTML page instead of JSON`);
  return readPackage(body, url);
}

/** @param url for the reasons. */
export function readPackage(body: Buffer, url: string): ReleasePackage {
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
    editeur: line(at(root, 'publisher', 'name')),
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

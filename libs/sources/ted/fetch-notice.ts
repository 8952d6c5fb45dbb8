import { type HttpClient, HttpFault, type RawDocument } from '../adapter.js';

/** The largest notice of the sample is 110 kB; those of a thousand lots reach tens of MB. */
const MAX_BYTES = 32 * 1024 * 1024;

export type FetchedNotice = { document: RawDocument } | { reason: string; serverDown: boolean; url: string };

/** Address of a notice's XML. */
export function xmlAddress(site: string, number: string): string {
  return `${site.replace(/\/+$/, '')}/en/notice/${number}/xml`;
}

/**
 * Reads one notice. What is plainly not a whole XML document (an error page, a body cut short) is a fault, to be asked for
 * again, and is not archived as if it were the notice. Rethrows an interruption.
 */
export async function fetchNotice(http: HttpClient, site: string, number: string): Promise<FetchedNotice> {
  const url = xmlAddress(site, number);
  try {
    const { status, type, body } = await http.get(url, { accept: 'application/xml', maxBytes: MAX_BYTES });
    if (status !== 200) return { reason: `status ${status}`, serverDown: false, url };
    if (/html/.test(type)) return { reason: 'an HTML page instead of XML', serverDown: false, url };
    if (!endsLikeXml(body)) return { reason: 'the document is cut short', serverDown: false, url };
    return { document: { source: 'ted', identifiant: number, format: 'eforms-xml', url, body } };
  } catch (error) {
    if (!(error instanceof HttpFault) || error.reason === 'aborted') throw error;
    const serverDown = error.reason === 'timeout' || error.reason === 'refused';
    return { reason: `${error.reason}: ${error.message}`, serverDown, url };
  }
}

/** Whether the last bytes close an element, zeros of UTF-16 set aside. */
function endsLikeXml(body: Buffer): boolean {
  const end = body
    .toString('latin1', Math.max(0, body.length - 400))
    .replaceAll('\0', '')
    .trimEnd();
  return /<\/[\w:.-]+\s*>(\s*<!--[^>]*-->)*$/.test(end);
}

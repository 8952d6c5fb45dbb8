import { type HttpClient, UnexpectedAnswer } from '../adapter.js';
import { reference } from '../eforms/notice-reference.js';

/** The most that the interface gives at once. */
const PAGE_SIZE = 250;
/** A day has some 500 notices of French buyers; this bounds a server that never ends. */
const MAX_PAGES = 400;

interface Page {
  notices: unknown[];
  total: number | null;
  next: string | null;
}

/** The notices of one day. */
export interface Listing {
  /** Address that was asked. */
  url: string;
  /** Publication numbers, each once, `47522-2024`. */
  numbers: string[];
  /** Notices that the interface counts and does not list. */
  missing: number;
}

/**
 * French buyers' notices of one day of the OJ S. TED search v3 in iteration mode, which has no limit on results where
 * pages by number stop at 15,000. Throws UnexpectedAnswer when the answer is not what the interface promises, or when
 * nothing is listed of what it counts.
 * @param api address of the interface, `https://api.ted.europa.eu`. @param day YYYY-MM-DD.
 */
export async function publishedOn(http: HttpClient, api: string, day: string): Promise<Listing> {
  const url = `${api.replace(/\/+$/, '')}/v3/notices/search`;
  const pd = day.replaceAll('-', '');
  const query = `buyer-country=FRA AND PD>=${pd} AND PD<=${pd} SORT BY PD DESC`;
  const numbers = new Set<string>();
  let token: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { notices, total, next } = await ask(http, url, {
      query,
      fields: ['publication-number'],
      limit: PAGE_SIZE,
      paginationMode: 'ITERATION',
      ...(token === null ? {} : { iterationNextToken: token }),
    });
    for (const notice of notices) numbers.add(numberOf(notice, url));
    if (next === null || notices.length === 0) {
      const missing = Math.max(0, (total ?? 0) - numbers.size);
      if (missing > 0 && numbers.size === 0) {
        throw new UnexpectedAnswer(`${url}: none of ${missing} notices for ${day} is listed`);
      }
      return { url, numbers: [...numbers], missing };
    }
    token = next;
  }
  throw new UnexpectedAnswer(`${url}: more than ${MAX_PAGES} pages for ${day}`);
}

async function ask(http: HttpClient, url: string, body: object): Promise<Page> {
  const answer = await http.post(url, body, { accept: 'application/json' });
  if (answer.status !== 200) throw new UnexpectedAnswer(`${url}: status ${answer.status}`);
  const told = parsed(answer.body, url);
  const { notices, totalNoticeCount, iterationNextToken, timedOut } = told;
  if (!Array.isArray(notices)) throw new UnexpectedAnswer(`${url}: expected a list in "notices"`);
  if (timedOut === true) throw new UnexpectedAnswer(`${url}: the search timed out, its list is not complete`);
  return {
    notices: notices as unknown[],
    total: typeof totalNoticeCount === 'number' ? totalNoticeCount : null,
    next: typeof iterationNextToken === 'string' && iterationNextToken !== '' ? iterationNextToken : null,
  };
}

function parsed(body: Buffer, url: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch (error) {
    throw new UnexpectedAnswer(`${url}: not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  throw new UnexpectedAnswer(`${url}: expected a JSON object`);
}

function numberOf(notice: unknown, url: string): string {
  const written = (notice as { 'publication-number'?: unknown } | null)?.['publication-number'];
  const number = typeof written === 'string' ? reference(written) : '';
  if (!/^\d+-\d{4}$/.test(number)) throw new UnexpectedAnswer(`${url}: a notice has no "publication-number"`);
  return number;
}

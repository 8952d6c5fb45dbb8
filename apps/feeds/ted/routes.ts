import { newYear, yearOf } from '../calendar.js';
import { eformsDocument } from '../eforms/document.js';
import { eformsXml } from '../eforms/xml.js';
import { type Answer, type Ask, json, Refused } from '../http/answer.js';
import { type Notice, noticeAt } from '../notice.js';
import { countOf, placesOf, type Segment, segmentsOf } from '../segments.js';
import { isVisible, type Place, placeOfNumber, sourceOf } from '../timeline.js';
import { type World } from '../world.js';
import { TED_FIELDS } from './fields.js';
import { tedNumber } from './number.js';
import { readTedQuery, type TedQuery } from './query.js';

const SEARCH = '/ted-api/v3/notices/search';
const XML = /^\/ted\/[a-z]{2}\/notice\/(\d{1,8}-\d{4})\/xml$/;
const MOST_PER_PAGE = 250;
/** PAGE_NUMBER reaches no further; ITERATION has no bound. */
const DEEPEST = 15_000;

/** TED's search interface v3 and the XML of one notice; null for another path. */
export function tedRoute(world: World, ask: Ask): Answer | null {
  if (ask.path === SEARCH) {
    return ask.method === 'POST' ? search(world, ask) : json(405, { message: 'Method Not Allowed' });
  }
  const number = XML.exec(ask.path)?.[1];
  return number === undefined ? null : noticeXml(world, number);
}

function noticeXml(world: World, number: string): Answer {
  const place = placeOfTedNumber(world, number, world.now());
  if (place === null)
    return { status: 404, type: 'text/html; charset=utf-8', body: '<html><body>Not found</body></html>' };
  const notice = noticeAt(world.timeline, place);
  const gazette = `${Math.min(260, Math.floor((notice.day - newYear(yearOf(notice.day))) * 0.7) + 1)}/${yearOf(notice.day)}`;
  const document = eformsDocument(world.timeline.seed, notice, { number: tedNumber(notice.identifiant), gazette });
  return { status: 200, type: 'application/xml; charset=utf-8', body: eformsXml(document) };
}

interface Search {
  query: TedQuery;
  fields: string[];
  limit: number;
  /** Rank of the first notice of the page. */
  offset: number;
  iteration: boolean;
  /** Present of the first page of an iteration: what appears later is not in it. */
  now: number;
}

function search(world: World, ask: Ask): Answer {
  const request = readSearch(world, ask);
  const { total, places } = select(world, request);
  const notices = [...places].map((place) => rendered(noticeAt(world.timeline, place), request.fields, ask.origin));
  const token = { offset: request.offset + notices.length, now: request.now };
  return json(200, {
    notices,
    totalNoticeCount: total,
    // Observed: the interface still gives a token after the last notice; a walk ends on an empty page.
    iterationNextToken: request.iteration ? Buffer.from(JSON.stringify(token)).toString('base64url') : null,
    timedOut: false,
  });
}

function select(world: World, request: Search): { total: number; places: Iterable<Place> } {
  const { query } = request;
  if (!query.france) return { total: 0, places: [] };
  if (query.number !== null) {
    const place = placeOfTedNumber(world, query.number, request.now);
    return { total: place === null ? 0 : 1, places: place === null || request.offset > 0 ? [] : [place] };
  }
  const segments: Segment[] = segmentsOf(world.timeline, request.now, query.from, query.to);
  const total = segments.reduce((sum, segment) => sum + countOf(segment, 'ted'), 0);
  return { total, places: first(placesOf(segments, 'ted', query.newestFirst, request.offset), request.limit) };
}

function* first(places: Iterable<Place>, count: number): Generator<Place> {
  let left = count;
  for (const place of places) {
    if (left-- <= 0) return;
    yield place;
  }
}

function rendered(notice: Notice, fields: readonly string[], origin: string): Record<string, unknown> {
  const values = Object.fromEntries(
    fields.filter((field) => field !== 'links').map((field) => [field, TED_FIELDS[field]?.(notice)]),
  );
  const number = tedNumber(notice.identifiant);
  return {
    ...values,
    'publication-number': number,
    links: {
      xml: { MUL: `${origin}/ted/en/notice/${number}/xml` },
      html: { FRA: `https://ted.europa.eu/fr/notice/-/detail/${number}` },
    },
  };
}

function readSearch(world: World, ask: Ask): Search {
  const body = parsed(ask.body);
  if (typeof body['query'] !== 'string') throw refused('QUERY_SYNTAX_ERROR', "Parameter 'query' is required.");
  const query = readTedQuery(body['query']);
  if ('unreadable' in query)
    throw refused('QUERY_SYNTAX_ERROR', `Syntax error in the query near '${query.unreadable}'.`);
  const fields = fieldsOf(body['fields']);
  const limit = numberOf(body['limit'] ?? 10, 'limit', 1, MOST_PER_PAGE);
  const iteration = body['paginationMode'] === 'ITERATION';
  const token = iteration ? tokenOf(body['iterationNextToken']) : null;
  const page = numberOf(body['page'] ?? 1, 'page', 1, DEEPEST);
  if (!iteration && page * limit > DEEPEST) {
    throw refused(
      'PAGINATION_LIMIT',
      `Only the first ${DEEPEST} notices can be reached by page number; use ITERATION.`,
    );
  }
  const offset = token?.offset ?? (iteration ? 0 : (page - 1) * limit);
  return { query, fields, limit, offset, iteration, now: token?.now ?? world.now() };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Refused below, like any other text that is not an object.
  }
  throw refused('BAD_REQUEST', 'The body must be a JSON object.');
}

function fieldsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0) throw refused('BAD_REQUEST', "Parameter 'fields' is required.");
  const unknown = value.find((field) => typeof field !== 'string' || !(field in TED_FIELDS)) as unknown;
  if (unknown !== undefined) {
    throw refused('UNSUPPORTED_VALUE', `Parameter 'fields' contains unsupported value (${JSON.stringify(unknown)}).`);
  }
  return value as string[];
}

function numberOf(value: unknown, name: string, low: number, high: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value;
  throw refused('BAD_REQUEST', `Parameter '${name}' must be an integer from ${low} to ${high}.`);
}

function tokenOf(value: unknown): { offset: number; now: number } | null {
  if (value === undefined || value === null) return null;
  try {
    const token = JSON.parse(Buffer.from(value as string, 'base64url').toString('utf8')) as {
      offset: unknown;
      now: unknown;
    };
    if (Number.isInteger(token.offset) && Number.isInteger(token.now)) return token as { offset: number; now: number };
  } catch {
    // Refused below.
  }
  throw refused('BAD_REQUEST', "Parameter 'iterationNextToken' is not a token of this interface.");
}

function placeOfTedNumber(world: World, number: string, now: number): Place | null {
  const [rank, year] = number.split('-').map(Number) as [number, number];
  const place = placeOfNumber(world.timeline, year, rank);
  if (place === null || sourceOf(place) !== 'ted') return null;
  return isVisible(world.timeline, place, now) ? place : null;
}

function refused(type: string, message: string): Refused {
  return new Refused(json(400, { message, error: { type } }));
}

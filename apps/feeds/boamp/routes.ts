import { type Answer, type Ask, json, Refused } from '../http/answer.js';
import { noticeAt } from '../notice.js';
import { countOf, placesOf, type Segment, segmentsOf } from '../segments.js';
import { isVisible, type Place, placeOfNumber, sourceOf, yearOfShort } from '../timeline.js';
import { type World } from '../world.js';
import { boampRecord } from './record.js';
import { EVER, readWhere, type Where } from './where.js';

export const BOAMP_DATASET = '/boamp/api/explore/v2.1/catalog/datasets/boamp';

/** The caps of Explore v2.1. */
const MOST_PER_PAGE = 100;
const DEEPEST = 10_000;
const CHUNK = 65_536;

/** The dataset `boamp` of Explore v2.1: `records`, `exports/json`, `exports/jsonl`; null for another path. */
export function boampRoute(world: World, ask: Ask): Answer | null {
  if (!ask.path.startsWith(`${BOAMP_DATASET}/`)) return null;
  const selection = select(world, ask);
  switch (ask.path.slice(BOAMP_DATASET.length)) {
    case '/records':
      return records(world, ask, selection);
    case '/exports/json':
      return { status: 200, type: 'application/json; charset=utf-8', body: jsonArray(world, limited(ask, selection)) };
    case '/exports/jsonl':
      return { status: 200, type: 'application/jsonl; charset=utf-8', body: jsonLines(world, limited(ask, selection)) };
    default:
      return null;
  }
}

interface Selection {
  count: number;
  places(offset: number): Iterable<Place>;
}

function select(world: World, ask: Ask): Selection {
  const where = whereOf(ask);
  const newestFirst = orderOf(ask);
  const now = world.now();
  if (where.idweb !== null) {
    const place = placeOfIdweb(world, where.idweb, now);
    return { count: place === null ? 0 : 1, places: (offset) => (place === null || offset > 0 ? [] : [place]) };
  }
  const segments: Segment[] = segmentsOf(world.timeline, now, where.from, where.to);
  return {
    count: segments.reduce((sum, segment) => sum + countOf(segment, 'boamp'), 0),
    places: (offset) => placesOf(segments, 'boamp', newestFirst, offset),
  };
}

function records(world: World, ask: Ask, selection: Selection): Answer {
  const limit = integer(ask, 'limit', 10);
  const offset = integer(ask, 'offset', 0);
  if (limit < -1 || limit > MOST_PER_PAGE) {
    throw refused(
      'InvalidRESTParameterError',
      `Invalid value for limit API parameter: ${limit} was found but -1 <= limit <= ${MOST_PER_PAGE} is expected.`,
    );
  }
  if (offset < 0) {
    throw refused(
      'InvalidRESTParameterError',
      `Invalid value for offset API parameter: ${offset} was found but offset >= 0 is expected.`,
    );
  }
  const size = limit === -1 ? MOST_PER_PAGE : limit;
  if (offset + size > DEEPEST) {
    throw refused(
      'InvalidRESTParameterError',
      `Invalid value for offset API parameter: offset + limit was ${offset + size} but ${DEEPEST} >= offset + limit is expected.`,
    );
  }
  const results: unknown[] = [];
  if (size > 0) {
    for (const place of selection.places(offset)) {
      results.push(recordAt(world, place));
      if (results.length === size) break;
    }
  }
  return json(200, { total_count: selection.count, results });
}

function recordAt(world: World, place: Place): ReturnType<typeof boampRecord> {
  return boampRecord(world.timeline.seed, noticeAt(world.timeline, place));
}

function* limited(ask: Ask, selection: Selection): Generator<Place> {
  const limit = integer(ask, 'limit', -1);
  let left = limit < 0 ? Infinity : limit;
  for (const place of selection.places(0)) {
    if (left-- <= 0) return;
    yield place;
  }
}

async function* jsonArray(world: World, places: Iterable<Place>): AsyncGenerator<string> {
  let first = true;
  yield '[';
  for await (const chunk of chunks(world, places, (record) => {
    const text = `${first ? '' : ','}${record}`;
    first = false;
    return text;
  })) {
    yield chunk;
  }
  yield ']';
}

function jsonLines(world: World, places: Iterable<Place>): AsyncGenerator<string> {
  return chunks(world, places, (record) => `${record}\n`);
}

/** Records in parts of about 64 kB; other requests are served between two parts. */
async function* chunks(
  world: World,
  places: Iterable<Place>,
  render: (record: string) => string,
): AsyncGenerator<string> {
  let chunk = '';
  for (const place of places) {
    chunk += render(JSON.stringify(recordAt(world, place)));
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (chunk !== '') yield chunk;
}

function whereOf(ask: Ask): Where {
  const text = ask.query.get('where');
  if (text === null || text.trim() === '') return EVER;
  const where = readWhere(text);
  if (where === null)
    throw refused('ODSQLError', `ODSQL query is malformed: invalid or unsupported clause in where: "${text}".`);
  return where;
}

/** Whether the newest come first; the default order is the oldest first. */
function orderOf(ask: Ask): boolean {
  const text = ask.query.get('order_by');
  if (text === null) return false;
  const match = /^dateparution(?:\s+(asc|desc))?(?:\s*,\s*(?:idweb|id)(?:\s+(?:asc|desc))?)?$/i.exec(text.trim());
  if (match === null)
    throw refused('ODSQLError', `ODSQL query is malformed: invalid or unsupported clause in order_by: "${text}".`);
  return match[1]?.toLowerCase() === 'desc';
}

function integer(ask: Ask, name: string, absent: number): number {
  const text = ask.query.get(name);
  if (text === null) return absent;
  if (!/^-?\d{1,9}$/.test(text)) {
    throw refused(
      'InvalidRESTParameterError',
      `Invalid value for ${name} API parameter: "${text}" was found but an integer is expected.`,
    );
  }
  return Number(text);
}

function refused(error_code: string, message: string): Refused {
  return new Refused(json(400, { error_code, message }));
}

function placeOfIdweb(world: World, idweb: string, now: number): Place | null {
  const match = /^(\d{2})-(\d{1,9})$/.exec(idweb);
  if (match === null) return null;
  const place = placeOfNumber(world.timeline, yearOfShort(Number(match[1])), Number(match[2]));
  if (place === null || sourceOf(place) !== 'boamp') return null;
  return isVisible(world.timeline, place, now) ? place : null;
}

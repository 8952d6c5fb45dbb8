import type { Collect, CollectedBatch, CollectFault, HttpClient, RawDocument } from '../adapter.js';
import { UnexpectedAnswer } from '../adapter.js';
import { idwebOf } from './record.js';
import { calendarDate } from '../values/date.js';
import { daysToRead, today } from '../days.js';
import { isObject } from './json.js';

const DATASET = 'api/explore/v2.1/catalog/datasets/boamp';
/** 2,000 records of a heavy day at some 15 kB each are 30 MB; the largest ones hold several hundred kB. */
const DAY_MAX_BYTES = 256 * 1024 * 1024;
/** Documents archived in one transaction. */
const BATCH_SIZE = 500;

/**
 * Collects the BOAMP dataset of an Explore v2.1 server, day by day: a day is exported whole (`exports/json` has no cap
 * where `records` stops at 10,000), the last days are read again for records that come late (docs/sources.md, A.1).
 * The position is the last complete day; a document met again is the same bytes, which the archive keeps once.
 * @param base address of the server, `https://boamp-datadila.opendatasoft.com`.
 */
export function collectBoamp(base: string): Collect {
  return async function* ({ http, position, since, now, signal }): AsyncGenerator<CollectedBatch> {
    const current = today(now);
    let complete = calendarDate(position?.jour).value;
    const days = daysToRead(complete, since, current);
    for (const [index, day] of days.entries()) {
      signal.throwIfAborted();
      const url = exportUrl(base, day);
      const { documents, faults } = read(await exported(http, url), url);
      const before = complete;
      if (day < current && (complete === null || day > complete)) complete = day;
      yield* batches(documents, faults, { before, after: complete }, { index, days: days.length });
    }
  };
}

/** Address of the export of one day of publication. */
export function exportUrl(base: string, day: string): string {
  const where = new URLSearchParams({ where: `dateparution=date'${day}'` });
  return `${base.replace(/\/+$/, '')}/${DATASET}/exports/json?${where.toString()}`;
}

/** The day's position is reached with its last batch only: a crash in between reads the day again. */
function* batches(
  documents: RawDocument[],
  faults: CollectFault[],
  jour: { before: string | null; after: string | null },
  day: { index: number; days: number },
): Generator<CollectedBatch> {
  const count = Math.max(1, Math.ceil(documents.length / BATCH_SIZE));
  for (let batch = 0; batch < count; batch++) {
    const last = batch === count - 1;
    const reached = last ? jour.after : jour.before;
    yield {
      documents: documents.slice(batch * BATCH_SIZE, (batch + 1) * BATCH_SIZE),
      position: reached === null ? {} : { jour: reached },
      faults: last ? faults : [],
      progress: (day.index + (batch + 1) / count) / day.days,
    };
  }
}

async function exported(http: HttpClient, url: string): Promise<unknown[]> {
  const answer = await http.get(url, { accept: 'application/json', maxBytes: DAY_MAX_BYTES });
  if (answer.status !== 200) throw new UnexpectedAnswer(`${url}: status ${answer.status}`);
  if (!/[/+]json$/.test(answer.type))
    throw new UnexpectedAnswer(`${url}: expected JSON, got ${answer.type || 'no type'}`);
  const records = parsed(answer.body, url);
  if (!Array.isArray(records)) throw new UnexpectedAnswer(`${url}: expected a JSON array of records`);
  return records as unknown[];
}

function parsed(body: Buffer, url: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw new UnexpectedAnswer(`${url}: not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

function read(records: unknown[], url: string): { documents: RawDocument[]; faults: CollectFault[] } {
  const documents: RawDocument[] = [];
  const faults: CollectFault[] = [];
  for (const record of records) {
    if (isObject(record)) {
      const identifiant = idwebOf(record.idweb) ?? idwebOf(record.id) ?? '';
      documents.push({
        source: 'boamp',
        identifiant,
        format: 'boamp-json',
        url,
        body: Buffer.from(JSON.stringify(record)),
      });
    } else {
      faults.push({ identifiant: null, url, reason: 'a record of the export is not a JSON object' });
    }
  }
  return { documents, faults };
}

import {
  type Collect,
  type CollectedBatch,
  type CollectFault,
  HttpFault,
  type HttpClient,
  type RawDocument,
} from '../adapter.js';
import { daysToRead, today } from '../days.js';
import { fetchNotice } from './fetch-notice.js';
import { readPosition, storedPosition, type TedPosition } from './position.js';
import { publishedOn } from './search.js';

/** Documents archived in one transaction. */
const BATCH_SIZE = 100;
/** Failures in a row, all of a server that does not answer, after which the run gives up. */
const GIVE_UP_AFTER = 3;

/** Addresses of the service: of its search interface and of its site. */
export interface TedAddresses {
  api: string;
  site: string;
}

/**
 * Collects TED: lists each day of publication, then reads the XML of each notice not read yet. The last days are listed
 * again for late notices. A notice that cannot be read is a fault, asked for again at the next runs for 30 days, and so
 * is a day of which fewer notices are listed than counted: the days behind it do not wait for it. A run on a server that
 * stops answering archives what it has, then fails with the server's reason.
 */
export function collectTed({ api, site }: TedAddresses): Collect {
  return async function* ({ http, position: stored, since, now, signal }): AsyncGenerator<CollectedBatch> {
    const current = today(now);
    const position = readPosition(stored);
    const days = [...new Set([...position.incomplets, ...daysToRead(position.jour, since, current)])].sort();
    const reader = createReader(http, site, position);
    const batch = (progress: number): CollectedBatch => ({
      ...reader.take(),
      position: storedPosition(position, daysToRead(position.jour, since, current), current),
      progress,
    });
    /** Reads notices of one day, a batch at a time; `done` is the share of the run before and after. */
    async function* readAll(numbers: string[], day: string, done: [number, number]): AsyncGenerator<CollectedBatch> {
      for (const [rank, number] of numbers.entries()) {
        signal.throwIfAborted();
        await reader.read(number, day);
        const down = reader.down();
        if (reader.size() >= BATCH_SIZE || down !== null) {
          yield batch(done[0] + ((done[1] - done[0]) * (rank + 1)) / numbers.length);
        }
        if (down !== null) throw down;
      }
    }

    for (const [number, day] of Object.entries(position.manquants)) yield* readAll([number], day, [0, 0]);
    for (const [index, day] of days.entries()) {
      signal.throwIfAborted();
      const known = new Set([...(position.lus[day] ?? []), ...Object.keys(position.manquants)]);
      const { url, numbers, missing } = await publishedOn(http, api, day);
      const announced = numbers.filter((number) => !known.has(number));
      yield* readAll(announced, day, [index / days.length, (index + 1) / days.length]);
      position.incomplets = position.incomplets.filter((other) => other !== day);
      if (missing > 0) {
        position.incomplets.push(day);
        reader.fault({ identifiant: null, url, reason: `${missing} of the notices counted for ${day} are not listed` });
      }
      if (day < current && (position.jour === null || day > position.jour)) position.jour = day;
      yield batch((index + 1) / days.length);
    }
  };
}

/** Reads notices into a batch and keeps the position true to it. */
function createReader(http: HttpClient, site: string, position: TedPosition) {
  let documents: RawDocument[] = [];
  let faults: CollectFault[] = [];
  let failures = 0;
  let down: HttpFault | null = null;
  return {
    size: () => documents.length + faults.length,
    fault: (fault: CollectFault) => void faults.push(fault),
    /** The fault that ends the run; null while the server answers. */
    down: () => down,
    async read(number: string, day: string): Promise<void> {
      const fetched = await fetchNotice(http, site, number);
      if ('document' in fetched) {
        failures = 0;
        documents.push(fetched.document);
        (position.lus[day] ??= []).push(number);
        Reflect.deleteProperty(position.manquants, number);
        return;
      }
      const { reason, url, serverDown } = fetched;
      failures = serverDown ? failures + 1 : 0;
      faults.push({ identifiant: number, url, reason });
      position.manquants[number] = day;
      if (failures >= GIVE_UP_AFTER) down = new HttpFault('refused', `${url}: ${reason}`);
    },
    /** What was read since the last call. */
    take() {
      const taken = { documents, faults };
      documents = [];
      faults = [];
      return taken;
    },
  };
}

import {
  type CollectedBatch,
  type CollectFault,
  type HttpClient,
  HttpFault,
  type RawDocument,
  UnexpectedAnswer,
} from '../adapter.js';
import type { SourceCode } from '../registry.js';
import type { ListPage } from './list-page.js';
import { listUrl, type OpenList, openList } from './portal-session.js';
import { type AtexoPosition, remembered } from './position.js';

/** Walks of one run: a list that changes meanwhile is walked once more. */
const MOST_WALKS = 2;
/** Pages in a row that cannot be read, after which the run gives up. */
const GIVE_UP_AFTER = 2;

export interface WalkSettings {
  source: SourceCode;
  http: HttpClient;
  /** Address of the portal, without trailing slash. */
  base: string;
  now: Date;
  signal: AbortSignal;
}

/**
 * Gives the list page by page. The inventory comes with the last page of a walk that ran from the first page to the last
 * over a list that did not change: the count stayed the same, and as many different consultations were read. Where it
 * changed, a row may have slipped from a page not read yet to one already read: the list is walked once more, and if it
 * changes again the inventory is left to the next run.
 * @param from the page to start with; from 2 on there is no inventory.
 */
export async function* walkList(
  settings: WalkSettings,
  opened: OpenList,
  position: AtexoPosition,
  from: number,
): AsyncGenerator<CollectedBatch> {
  let list = opened;
  let start = from;
  for (let walk = 1; ; walk++) {
    const steady = yield* oneWalk(settings, list, position, start, walk === MOST_WALKS);
    if (steady || walk === MOST_WALKS) return;
    list = await openList(settings.http, settings.base);
    start = 1;
  }
}

/** @returns whether nothing moved while it was read. */
async function* oneWalk(
  { source, base, now, signal }: WalkSettings,
  list: OpenList,
  position: AtexoPosition,
  from: number,
  lastTry: boolean,
): AsyncGenerator<CollectedBatch, boolean> {
  const seen = new Set<string>();
  const { total } = list.first;
  let { pages } = list.first;
  let steady = true;
  let unreadable = 0;
  let failures = 0;
  for (let number = Math.min(from, pages); ; number++) {
    signal.throwIfAborted();
    const read = await pageOf(list, number, listUrl(base), source);
    failures = read.page === null ? failures + 1 : 0;
    if (read.failure !== null && failures >= GIVE_UP_AFTER) throw read.failure;
    pages = read.page?.pages ?? pages;
    steady &&= read.page === null || read.page.total === total;
    unreadable += read.faults.length;
    for (const { identifiant } of read.documents) seen.add(identifiant);
    const last = number >= pages;
    const whole = last && from === 1;
    if (whole) steady &&= seen.size + unreadable === total;
    const over = last && (steady || lastTry);
    position.parcours = over ? null : { depuis: now.toISOString(), page: last ? 1 : number };
    position.listes = remembered(seen, position.listes);
    yield {
      documents: read.documents,
      position: { ...position },
      faults: over && !steady ? [...read.faults, withoutInventory(listUrl(base), total, seen.size)] : read.faults,
      progress: over ? 1 : Math.min(number / pages, 0.99),
      ...(whole && steady && unreadable === 0 ? { inventory: [...seen] } : {}),
    };
    if (last) return steady;
  }
}

/** The list moved, or some of it could not be read. */
function withoutInventory(url: string, total: number, read: number): CollectFault {
  const reason = `no inventory this time: ${total} consultations announced at first, ${read} read`;
  return { identifiant: null, url, reason };
}

interface ReadPage {
  /** Null when it could not be read. */
  page: ListPage | null;
  failure: Error | null;
  documents: RawDocument[];
  faults: CollectFault[];
}

/** One page that cannot be read does not keep the ones behind it from being read. */
async function pageOf(list: OpenList, number: number, url: string, source: SourceCode): Promise<ReadPage> {
  try {
    const page = number === 1 ? list.first : await list.turnTo(number);
    return { page, failure: null, ...documentsOf(page, source, url) };
  } catch (failure) {
    if (failure instanceof HttpFault && failure.reason === 'aborted') throw failure;
    if (!(failure instanceof HttpFault) && !(failure instanceof UnexpectedAnswer)) throw failure;
    return {
      page: null,
      failure,
      documents: [],
      faults: [{ identifiant: null, url, reason: `page ${number}: ${failure.message}` }],
    };
  }
}

function documentsOf(
  page: ListPage,
  source: SourceCode,
  url: string,
): { documents: RawDocument[]; faults: CollectFault[] } {
  const documents: RawDocument[] = [];
  const faults: CollectFault[] = [];
  for (const { identifiant, html } of page.rows) {
    if (identifiant === null) {
      faults.push({ identifiant, url, reason: `page ${page.page}: a row shows no refCons and orgCons` });
    } else {
      documents.push({ source, identifiant, format: 'atexo-row', url, body: Buffer.from(html) });
    }
  }
  return { documents, faults };
}

import { DateTime } from 'luxon';
import { type Collect, type CollectedBatch, type CollectFault, HttpFault } from '../adapter.js';
import type { SourceCode } from '../registry.js';
import { askPage, type Entry, type ReadPage } from './page.js';
import { NAMES_KEPT, readPosition, type RssPosition, storedPosition, type Top, validatorsOf } from './position.js';
import { documentsOf } from './twins.js';

/** Documents archived in one transaction. */
const BATCH_SIZE = 500;
/** How far behind the last change seen a feed is read again: late records, clocks that differ. */
const OVERLAP_MS = 2 * 86_400_000;
/** A feed whose `next` never ends is not followed for ever. */
const MOST_PAGES = 20_000;

/**
 * Collects the RSS or Atom feed of a platform, newest change first, one document an item. Where the feed is paged
 * (RFC 5005, `next`), its pages are read until their items lie before the last reading, or before `since` on the first;
 * a reading cut off goes on at the page where it stood. A feed whose server says that nothing changed is not read. A feed
 * that shows its last items only may drop some between two readings: when nothing of the last one is left in it, that is a
 * fault of the run.
 * @param address of the feed itself, `https://…/rss.xml`.
 */
export function collectRss(source: SourceCode, address: string): Collect {
  return async function* ({ http, position, since, now, signal }): AsyncGenerator<CollectedBatch> {
    const before = readPosition(position);
    const { complet } = before;
    const horizon =
      complet?.jusqua == null ? startOfDay(since) : Math.max(startOfDay(since), complet.jusqua - OVERLAP_MS);
    // A reading that was cut off must go on, changed or not.
    const first = await askPage({ http, source, url: address }, before.en_cours === null ? complet : null);
    if (first === null) {
      yield { documents: [], position: storedPosition(before), faults: [], progress: 1 };
      return;
    }
    const haut = topOf(first, now.getTime());
    const known = new Set(complet?.vus ?? []);
    const walk: Walk = {
      resume: before.en_cours,
      overlaps: known.size === 0,
      reached: false,
      asked: new Set([address]),
    };
    let stands = before;
    let url = address;
    let page: ReadPage | null = first;
    while (page !== null) {
      signal.throwIfAborted();
      const { entries, broken } = page;
      const faults: CollectFault[] = [];
      if (broken !== null) faults.push(fault(url, `the feed is cut or broken: ${broken}`));
      walk.overlaps ||= entries.some(({ name }) => known.has(name));
      walk.reached ||= entries.some(({ changed }) => changed !== null && changed < horizon);
      const next = broken === null ? nextAfter(page, horizon, known, walk) : null;
      const circle = next !== null && (walk.asked.has(next) || walk.asked.size >= MOST_PAGES);
      if (circle) faults.push(fault(url, 'its next pages lead in a circle or never end'));
      const whole = broken === null && next === null;
      if (whole) faults.push(...lost(first, walk, complet, address));
      const reached: RssPosition = whole
        ? { complet: first.entries.length === 0 ? complet : haut, en_cours: null }
        : { complet, en_cours: { haut, page: url } };
      const after = broken === null ? reached : stands;
      yield* batches(entries, stands, after, faults, whole ? 1 : progressOf(entries, horizon, now.getTime()));
      if (next === null || circle) return;
      stands = after;
      walk.asked.add(next);
      url = next;
      try {
        page = await askPage({ http, source, url }, null);
      } catch (error) {
        if (url !== before.en_cours?.page || !isGone(error)) throw error;
        // The page where the last reading stood is no longer served: the next run reads from the top.
        const reason = `the reading that was cut off cannot go on: ${error.message}`;
        yield {
          documents: [],
          position: storedPosition({ complet, en_cours: null }),
          faults: [fault(url, reason)],
          progress: null,
        };
        return;
      }
    }
  };
}

interface Walk {
  resume: RssPosition['en_cours'];
  /** Whether an item of the last reading was met, or there was none before. */
  overlaps: boolean;
  /** Whether an item from before the last reading was met. */
  reached: boolean;
  /** Addresses of the pages asked for. */
  asked: Set<string>;
}

/** The page to read behind this one; null when the rest is known, or there is none. */
function nextAfter(page: ReadPage, horizon: number, known: ReadonlySet<string>, walk: Walk): string | null {
  const isOld = ({ changed, name }: Entry): boolean => (changed === null ? known.has(name) : changed < horizon);
  if (page.next === null || (page.entries.length > 0 && page.entries.every(isOld))) return null;
  const { resume } = walk;
  if (resume === null) return page.next;
  // What lies between the top of the reading that was cut off and the page where it stood is archived.
  const seen = new Set(resume.haut.vus);
  if (!page.entries.some(({ name }) => seen.has(name))) return page.next;
  walk.resume = null;
  return walk.asked.has(resume.page) ? page.next : resume.page;
}

function topOf({ answer, entries }: ReadPage, now: number): Top {
  // A date in the future would hide all that comes until then.
  const changes = entries.flatMap(({ changed }) => (changed !== null && changed <= now ? [changed] : []));
  return {
    jusqua: changes.length === 0 ? null : Math.max(...changes),
    vus: entries.slice(0, NAMES_KEPT).map(({ name }) => name),
    ...validatorsOf(answer),
  };
}

function fault(url: string, reason: string): CollectFault {
  return { identifiant: null, url, reason };
}

function isGone(error: unknown): error is HttpFault {
  return error instanceof HttpFault && error.reason === 'status' && (error.status ?? 500) < 500;
}

/** How much of the time between now and the horizon the pages cover. */
function progressOf(entries: readonly Entry[], horizon: number, now: number): number | null {
  const changes = entries.flatMap(({ changed }) => changed ?? []);
  if (changes.length === 0 || now <= horizon) return null;
  return Math.min(0.99, Math.max(0, (now - Math.min(...changes)) / (now - horizon)));
}

/** What a reading that came to its end says of items that may have passed unseen. */
function lost(first: ReadPage, { overlaps, reached }: Walk, complet: Top | null, url: string): CollectFault[] {
  if (complet === null || complet.vus.length === 0) return [];
  if (first.entries.length === 0) return [fault(url, 'the feed is empty, it was not before')];
  if (overlaps || reached) return [];
  return [fault(url, 'nothing of the last reading is left in the feed: items may have passed unseen')];
}

/** The page's position is reached with its last batch only: a crash in between reads the page again. */
function* batches(
  entries: readonly Entry[],
  before: RssPosition,
  reached: RssPosition,
  faults: CollectFault[],
  progress: number | null,
): Generator<CollectedBatch> {
  const all = documentsOf(entries);
  const count = Math.max(1, Math.ceil(all.length / BATCH_SIZE));
  for (let batch = 0; batch < count; batch++) {
    const last = batch === count - 1;
    yield {
      documents: all.slice(batch * BATCH_SIZE, (batch + 1) * BATCH_SIZE),
      position: storedPosition(last ? reached : before),
      faults: last ? faults : [],
      progress: last ? progress : null,
    };
  }
}

function startOfDay(day: string): number {
  return DateTime.fromISO(day, { zone: 'Europe/Paris' }).toMillis();
}

import { DateTime } from 'luxon';
import { type Collect, type CollectedBatch, type CollectFault, HttpFault, UnexpectedAnswer } from '../adapter.js';
import type { SourceCode } from '../registry.js';
import { documentsOf } from './documents.js';
import { type NextPage, nextPage } from './next-page.js';
import { fetchPackage, type ReleasePackage } from './package.js';
import { readPosition, storedPosition } from './position.js';
import { createWalk, type Outcome, type Walk } from './walk.js';

/** Documents archived in one transaction. */
const BATCH_SIZE = 500;
/** Pages of one run; a longer walk goes on at the next. Bounds a server that never ends. */
const MAX_PAGES = 2000;

/**
 * Collects the OCDS release packages of a publisher, page by page (`links.next`). Publishers that give the newest first are
 * read until all is older than what the last complete walk saw, less three days; those that give the oldest first, from
 * the pages of these days on; those in no order, whole. Each page archived is a point to resume from. Releases dated
 * before the first day of the first run are left where they are.
 * @param address the publisher's first page; every page is on its origin.
 */
export function collectOcds(source: SourceCode, address: string): Collect {
  const first = new URL(address).href;
  return async function* ({ http, position: stored, since, now, signal }): AsyncGenerator<CollectedBatch> {
    const start = DateTime.fromISO(since, { zone: 'Europe/Paris' }).toMillis();
    const position = readPosition(stored, start, first);
    const walk = createWalk(position, now);
    const visited = new Set<string>();
    let notes: string[] = [];
    let url = position.reprise?.page ?? position.fin ?? first;

    for (let pages = 1; ; pages++) {
      signal.throwIfAborted();
      let page: ReleasePackage | null;
      try {
        page = await fetchPackage(http, url, pages === 1 && url === first ? position.marque : null);
      } catch (error) {
        if (visited.size > 0 || url === first || !isGone(error)) throw error;
        // Tokens of pages expire and publishers lay out their pages anew: nothing is lost by reading from the start.
        notes = [`${error.message}; read again from the first page`];
        url = first;
        continue;
      }
      if (page === null) {
        yield { documents: [], position: storedPosition(position), faults: [], progress: 1 };
        return;
      }
      visited.add(url);
      walk.add(url, page);
      const next = walk.isOver() ? { url: null } : nextPage(page.next, url, visited);
      const outcome = outcomeOf(next, walk);
      const wanted = page.releases.filter(({ date }) => date === null || date >= position.depuis);
      const { documents, faults } = documentsOf(source, wanted, url);
      const told = [...notes, ...reasonsOf(outcome, next, pages)].map((reason) => ({ identifiant: null, url, reason }));
      yield* batches(documents, [...told, ...faults], walk, outcome);
      if (outcome !== 'goes on' || pages >= MAX_PAGES || !('url' in next) || next.url === null) return;
      notes = [];
      url = next.url;
    }
  };
}

/** A page that the server does not have (any more) under this address, while the server itself answers. */
function isGone(error: unknown): error is Error {
  return error instanceof UnexpectedAnswer || (error instanceof HttpFault && error.reason === 'status');
}

/** A walk that found nothing where there was something before did not come to its end. */
function outcomeOf(next: NextPage, walk: Walk): Outcome {
  if ('fault' in next) return 'broken off';
  if (next.url !== null) return 'goes on';
  return walk.foundNothing() ? 'broken off' : 'complete';
}

function reasonsOf(outcome: Outcome, next: NextPage, pages: number): string[] {
  if ('fault' in next) return [`${next.fault}; what follows was not read`];
  if (outcome === 'broken off') return ['no release at all, although there were some before'];
  return outcome === 'goes on' && pages >= MAX_PAGES
    ? [`${MAX_PAGES} pages read; the walk goes on at the next run`]
    : [];
}

/** The page's position is reached with its last batch only: a crash in between reads the page again. */
function* batches(
  documents: CollectedBatch['documents'],
  faults: CollectFault[],
  walk: Walk,
  outcome: Outcome,
): Generator<CollectedBatch> {
  let from = 0;
  for (; from + BATCH_SIZE < documents.length; from += BATCH_SIZE) {
    yield { documents: documents.slice(from, from + BATCH_SIZE), position: walk.reached(), faults: [], progress: null };
  }
  walk.archived(outcome);
  const progress = outcome === 'complete' ? 1 : walk.progress();
  yield { documents: documents.slice(from), position: walk.reached(), faults, progress };
}

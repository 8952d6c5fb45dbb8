import { type Collect, type CollectedBatch, type HttpClient, HttpFault, UnexpectedAnswer } from '../adapter.js';
import type { SourceCode } from '../registry.js';
import { readPosition, resumedPage } from './position.js';
import { type OpenList, openList } from './portal-session.js';
import { readRss } from './rss-door.js';
import { walkList } from './walk.js';

/**
 * Collects one portal of the software. Each run walks the public list of open consultations, some hundreds of rows, and
 * ends with its inventory; the archive drops the rows that it already holds. A run cut off is taken up at its last page.
 * Where the list does not open (absent, in maintenance, not as expected), the portal's RSS stands in for it, and the run
 * says so; when neither opens, the run fails with both reasons.
 * @param base address of the portal, `https://www.marches-publics.gouv.fr`.
 */
export function collectAtexo(source: SourceCode, base: string): Collect {
  const portal = base.replace(/\/+$/, '');
  return async function* ({ http, position: stored, now, signal }): AsyncGenerator<CollectedBatch> {
    const position = readPosition(stored);
    const opened = await tryOpening(http, portal);
    if (opened instanceof Error) {
      yield await readRss({ source, http, base: portal, because: opened }, position);
      return;
    }
    yield* walkList({ source, http, base: portal, now, signal }, opened, position, resumedPage(position, now) ?? 1);
  };
}

/** @returns the reason when the list does not open. */
async function tryOpening(http: HttpClient, base: string): Promise<OpenList | HttpFault | UnexpectedAnswer> {
  try {
    return await openList(http, base);
  } catch (error) {
    if (error instanceof HttpFault && error.reason !== 'aborted') return error;
    if (error instanceof UnexpectedAnswer) return error;
    throw error;
  }
}

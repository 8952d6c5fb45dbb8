import type { FiltreStatut } from '#contract/vocabulary';
import type { PageParcours } from '../answers.js';
import type { Client } from '../client.js';
import { ApiError } from '../errors.js';
import {
  advance,
  firstPosition,
  isComplete,
  isFirstPage,
  nextWalk,
  queryOf,
  rewind,
  startAgain,
  type Position,
  type Walk,
} from './position.js';
import { OtherServiceError, type Target } from './target.js';

/** Records a page; the most that the API serves. */
const PER_PAGE = 100;

export interface Synchronisation {
  client: Pick<Client, 'walkAvis'>;
  target: Target;
  /** Address of the service; a target that copies another one is refused. */
  base: string;
  /** The service that the target copies is now at `base`. */
  moved?: boolean;
  /** What a full copy holds; another value than the target's copies again. By default the target's, or `ouvert`. */
  statut?: FiltreStatut | undefined;
  /** Called before each page: keeps the pace, and throws to stop. */
  beforePage?: () => Promise<void>;
  /** The present time, by default the system's. */
  now?: () => Date;
  onPage?: (page: { walk: Walk; size: number; position: Position }) => void;
}

/**
 * Brings the target up to date: the copy if it is not complete, then the changes since. Interrupted anywhere, the next
 * call goes on from the last page stored.
 * @returns the position reached. @throws what the client throws; the target keeps its position.
 */
export async function synchronise(options: Synchronisation): Promise<Position> {
  const { client, target, beforePage, now = () => new Date(), onPage } = options;
  let position = await startingPosition(options);
  for (let complete = false; !complete;) {
    await beforePage?.();
    const walk = nextWalk(position, now());
    const page = await readPage(client, position, walk);
    if ('restart' in page) {
      position = page.restart;
      await target.write([], position);
      continue;
    }
    position = advance(position, walk, page);
    await target.write(page.data, position);
    onPage?.({ walk, size: page.data.length, position });
    complete = isComplete(position, walk);
  }
  await target.finish(position);
  return position;
}

async function startingPosition({ target, base, moved = false, statut }: Synchronisation): Promise<Position> {
  const known = await target.readPosition();
  if (known === null) return firstPosition(base, statut ?? 'ouvert');
  if (known.base !== base && !moved) throw new OtherServiceError(known.base);
  const position = { ...known, base };
  return statut === undefined || statut === position.statut ? position : startAgain(position, statut);
}

/** The page, or the position to restart from when the API asks for it. */
async function readPage(
  client: Pick<Client, 'walkAvis'>,
  position: Position,
  walk: Walk,
): Promise<PageParcours | { restart: Position }> {
  try {
    return await client.walkAvis({ ...queryOf(position, walk), per_page: PER_PAGE });
  } catch (error) {
    const code = error instanceof ApiError ? error.code : null;
    if (code === 'resync_required' && walk === 'changes') return { restart: startAgain(position) };
    if (code === 'invalid_cursor' && !isFirstPage(position, walk)) return { restart: rewind(position, walk) };
    throw error;
  }
}

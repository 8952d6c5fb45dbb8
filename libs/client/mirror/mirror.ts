import { setTimeout as sleep } from 'node:timers/promises';
import type { FiltreStatut } from '#contract/vocabulary';
import { createClient } from '../client.js';
import { ApiError, isTemporary, QuotaExceededError } from '../errors.js';
import { synchronise } from './loop.js';
import { openTarget } from './open-target.js';
import { pace } from './pace.js';
import type { Progress } from './progress.js';
import { OtherServiceError, TargetBusyError } from './target.js';

export interface MirrorOptions {
  /** Address of the API; ends with `/api/v1`. */
  base: string;
  cle: string;
  /** `postgres://…` or the path of a file. */
  to: string;
  statut: FiltreStatut | undefined;
  moved: boolean;
  /** Goes on for ever. */
  follow: boolean;
  /** Seconds between two synchronisations, when following. */
  interval: number;
  /** Seconds between two pages. */
  pageEvery: number;
}

export interface MirrorOutput {
  progress: Progress;
  /** A line for the user. */
  say(line: string): void;
}

/** After a failure that may pass, when following. */
const RETRY_SECONDS = 60;

/** One synchronisation, or one after another for ever. The target is open, and locked, only during each of them. */
export async function runMirror(options: MirrorOptions, output: MirrorOutput, signal: AbortSignal): Promise<void> {
  if (!options.follow) return synchroniseOnce(options, output, signal);
  for (;;) {
    let wait = options.interval;
    try {
      await synchroniseOnce(options, output, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (!mayPass(error)) throw error;
      wait = secondsAfter(error, options.interval);
      output.say(`${messageOf(error)} Reprise à la même position dans ${wait} s.`);
    }
    await sleep(wait * 1000, undefined, { signal });
  }
}

async function synchroniseOnce(options: MirrorOptions, output: MirrorOutput, signal: AbortSignal): Promise<void> {
  const { base, cle, to, statut, moved, pageEvery } = options;
  const target = await openTarget(to);
  let received = 0;
  try {
    const { changes } = await synchronise({
      client: createClient({ base, cle, signal }),
      target,
      base,
      moved,
      statut,
      beforePage: pace(pageEvery, signal),
      onPage({ walk, size, position }) {
        received += size;
        output.progress.page(walk, position);
      },
    });
    output.progress.stop();
    output.say(`À jour au ${changes.since ?? ''} : ${received} avis reçus.`);
  } finally {
    output.progress.stop();
    await target.close();
  }
}

/** A refusal that only the user can lift ends the mirror, even when following. */
function mayPass(error: unknown): boolean {
  if (error instanceof QuotaExceededError) return true;
  if (error instanceof ApiError) return isTemporary(error);
  return !(error instanceof TargetBusyError || error instanceof OtherServiceError);
}

function secondsAfter(error: unknown, interval: number): number {
  if (!(error instanceof QuotaExceededError)) return Math.min(RETRY_SECONDS, interval);
  // A little later than midnight, and not all mirrors at once.
  const seconds = (error.resumeAt.getTime() - Date.now()) / 1000 + 1 + Math.random() * 30;
  return Math.max(1, Math.ceil(seconds));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

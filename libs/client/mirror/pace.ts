import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A wait that spaces its callers: each starts at least `seconds` after the one before.
 * @returns a function that rejects once `signal` is aborted.
 */
export function pace(seconds: number, signal: AbortSignal): () => Promise<void> {
  let next = 0;
  return async () => {
    signal.throwIfAborted();
    const wait = next - performance.now();
    if (wait > 0) await sleep(wait, undefined, { signal });
    next = performance.now() + seconds * 1000;
  };
}

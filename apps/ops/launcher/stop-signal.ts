/** Ctrl-C, `kill`, a closed terminal. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm sends a Ctrl-C on to its child, which the terminal has told already: two signals at once are one wish. */
const SAME_WISH_MS = 1_000;
const LOOK_FOR_PARENT_MS = 1_000;

/**
 * Aborted by the first signal that asks the service to stop, and when npm, having started it, is gone: npm passes
 * SIGTERM to its shell only, and a SIGKILL to nobody.
 * @param again called by each later signal: the operator is impatient.
 */
export function stopSignal(again: () => void): AbortSignal {
  const controller = new AbortController();
  let firstAt = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!controller.signal.aborted) {
        firstAt = performance.now();
        controller.abort();
      } else if (performance.now() - firstAt > SAME_WISH_MS) {
        again();
      }
    });
  }
  if (process.env['npm_lifecycle_event'] !== undefined) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) controller.abort();
    }, LOOK_FOR_PARENT_MS).unref();
  }
  return controller.signal;
}

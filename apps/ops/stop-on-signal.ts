/** Ctrl-C once asks a long work to stop in order; twice ends the process. */
export function stopOnSignal(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Error('stopped by the operator'));
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, stop);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, stop);
    },
  };
}

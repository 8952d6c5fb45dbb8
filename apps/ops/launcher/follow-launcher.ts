import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded (`node --import`) into every process that `start` runs, so that the applications need to know nothing of
 * it. A launcher killed with -9 cannot stop its children: the closed channel tells them, and they stop as on SIGTERM.
 * The address says how long they may take before they are killed: `?graceMs=6000`.
 */
const graceMs = Number(new URL(import.meta.url).searchParams.get('graceMs'));

if (isMainThread && process.channel) {
  process.once('disconnect', () => {
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), graceMs).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  // The channel alone must not keep alive a process that has finished stopping.
  process.channel.unref();
  // The launcher's end of the pipes is gone with it: a last log line must not turn the stop into a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

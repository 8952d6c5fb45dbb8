import type { Configuration } from '#platform/configuration/configuration';

/** Missed collections before a source counts as late. */
const LATE_AFTER = 3;

/** Time between two collections of a source. */
export function collectEverySeconds(
  configuration: Pick<Configuration, 'feeds' | 'collectLiveSeconds' | 'collectSimulatedSeconds'>,
): number {
  return configuration.feeds === 'live' ? configuration.collectLiveSeconds : configuration.collectSimulatedSeconds;
}

/** Minutes after a successful collection within which the next one should have succeeded. */
export function dueAfterMinutes(everySeconds: number): number {
  return Math.max(1, Math.ceil((everySeconds * LATE_AFTER) / 60));
}

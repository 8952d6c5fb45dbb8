const MINUTE_MS = 60_000;

/**
 * Passes on the first call and then one a minute at most: what is tried again every second, such as a connection to a
 * server that is down, must not fill the log.
 * @param now milliseconds that only rise; for tests.
 */
export function onceAMinute<T>(
  tell: (what: T) => void,
  now: () => number = () => performance.now(),
): (what: T) => void {
  let silentUntil = -Infinity;
  return (what) => {
    if (now() < silentUntil) return;
    silentUntil = now() + MINUTE_MS;
    tell(what);
  };
}

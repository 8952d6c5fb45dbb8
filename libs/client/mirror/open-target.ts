import { openNdjson } from './target-ndjson.js';
import { openPostgres } from './target-postgres.js';
import type { Target } from './target.js';

/** @param to `postgres://…`, or the path of a file. @throws TargetBusyError. */
export function openTarget(to: string): Promise<Target> {
  return /^postgres(ql)?:\/\//.test(to) ? openPostgres(to) : openNdjson(to);
}
